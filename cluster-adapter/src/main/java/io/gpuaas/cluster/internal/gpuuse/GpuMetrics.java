package io.gpuaas.cluster.internal.gpuuse;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.net.URI;
import java.util.List;
import java.util.SortedMap;

/// Where a cluster's use of GPUs is measured: the settings that begin with `prometheus`.
///
/// @param url of Prometheus or what speaks like it; empty when nobody measures
/// @param tokenFile a bearer token, read again for each request; empty for none
/// @param scrapeSeconds how often the exporter is asked: no shorter time is looked at
/// @param exported whether the exporter's own labels were renamed (`exported_pod`), as Prometheus
///   does without `honor_labels`
public record GpuMetrics(String url, String tokenFile, int scrapeSeconds, boolean exported) {
  public static final List<String> KEYS =
      List.of(
          "prometheusUrl", "prometheusTokenFile", "prometheusScrapeSeconds", "prometheusLabels");

  private static final String SCRAPE_SECONDS = "30";

  public static GpuMetrics of(SortedMap<String, String> settings) {
    return new GpuMetrics(
        settings.getOrDefault("prometheusUrl", "").replaceAll("/+$", ""),
        settings.getOrDefault("prometheusTokenFile", ""),
        Integer.parseInt(settings.getOrDefault("prometheusScrapeSeconds", SCRAPE_SECONDS)),
        settings.getOrDefault("prometheusLabels", "plain").equals("exported"));
  }

  /// All that is wrong with the settings.
  public static List<Fault> faults(String at, SortedMap<String, String> settings) {
    FaultCollector faults = new FaultCollector();
    settings.forEach((key, text) -> check(Fault.at(at, key), key, text, faults));
    return faults.faults();
  }

  private static void check(String pointer, String key, String text, FaultCollector faults) {
    String allowed =
        switch (key) {
          case "prometheusUrl" -> isAddress(text) ? "" : "addresses like http://prometheus:9090";
          case "prometheusTokenFile" -> text.startsWith("/") ? "" : "absolute paths of files";
          case "prometheusScrapeSeconds" ->
              text.matches("[1-9][0-9]{0,3}") ? "" : "whole seconds from 1 to 9999";
          case "prometheusLabels" ->
              List.of("plain", "exported").contains(text) ? "" : "plain, exported";
          default -> "";
        };
    if (!allowed.isEmpty()) {
      faults.add(pointer, "INVALID_VALUE", "Allowed are %s.".formatted(allowed), text, null);
    }
  }

  private static boolean isAddress(String text) {
    try {
      URI uri = URI.create(text);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return web && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  public boolean isMeasured() {
    return !url.isEmpty();
  }

  String podLabel() {
    return exported ? "exported_pod" : "pod";
  }

  String namespaceLabel() {
    return exported ? "exported_namespace" : "namespace";
  }
}
