package io.gpuaas.cluster.internal.gpuuse;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
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

  /// A host and perhaps a port and a path; no user, no question.
  private static final String ADDRESS =
      "https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+])(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?";

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
          case "prometheusUrl" ->
              text.matches(ADDRESS) ? "" : "addresses like http://prometheus:9090";
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
