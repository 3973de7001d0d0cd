package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// How one Kubernetes cluster wants its objects: the settings of a cluster, read and checked.
///
/// @param instance whose objects these are, when several products share a cluster
/// @param namespacePrefix before the project's name
/// @param schedulerName empty for the cluster's default
/// @param queue of backends that have queues; `{project}` stands for the project
/// @param priorityClasses PriorityClass by our priority; what is missing gets none
/// @param egress address ranges that jobs may reach besides their own pods and DNS
/// @param fabric network between nodes
/// @param checkpointClass storage class of a volume for each job's checkpoints; empty for none
public record Site(
    String instance,
    String namespacePrefix,
    boolean createsNamespaces,
    String schedulerName,
    String queue,
    SortedMap<String, String> priorityClasses,
    boolean networkPolicies,
    List<String> egress,
    Fabric fabric,
    String checkpointClass,
    String checkpointSize,
    String sharedMemory) {

  /// Settings that mean something to every Kubernetes backend.
  public static final List<String> KEYS =
      List.of(
          "instance",
          "gpuModels",
          "namespacePrefix",
          "createNamespaces",
          "schedulerName",
          "queue",
          "priorityClasses",
          "networkPolicies",
          "egress",
          "fabric",
          "rdmaResource",
          "network",
          "ncclHca",
          "checkpointClass",
          "checkpointSize",
          "sharedMemory");

  private static final Pattern CIDR =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}/[0-9]{1,2}|[0-9a-f:]+/[0-9]{1,3}");
  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,5}(Mi|Gi|Ti)");
  private static final int PREFIX_MAX = 20;

  public Site {
    priorityClasses = Collections.unmodifiableSortedMap(new TreeMap<>(priorityClasses));
    egress = List.copyOf(egress);
  }

  /// Reads settings in which [#faults] finds nothing.
  public static Site of(SortedMap<String, String> settings) {
    return new Site(
        settings.getOrDefault("instance", "gpuaas"),
        settings.getOrDefault("namespacePrefix", "gpuaas-"),
        !settings.getOrDefault("createNamespaces", "true").equals("false"),
        settings.getOrDefault("schedulerName", ""),
        settings.getOrDefault("queue", "{project}"),
        pairs(settings.getOrDefault("priorityClasses", "")),
        !settings.getOrDefault("networkPolicies", "true").equals("false"),
        words(settings.getOrDefault("egress", "")),
        Fabric.of(settings),
        settings.getOrDefault("checkpointClass", ""),
        settings.getOrDefault("checkpointSize", "200Gi"),
        settings.getOrDefault("sharedMemory", "64Gi"));
  }

  /// All that is wrong with them, besides keys that [#KEYS] does not know.
  public static List<Fault> faults(String at, SortedMap<String, String> settings) {
    FaultCollector faults = new FaultCollector();
    settings.forEach((key, text) -> check(Fault.at(at, key), key, text, faults));
    return faults.faults();
  }

  private static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "instance", "schedulerName", "checkpointClass" -> faults.dnsName(pointer, text);
      case "namespacePrefix" -> {
        faults.dnsLabel(pointer, text + "x");
        faults.range(pointer, text.length(), 0, PREFIX_MAX);
      }
      case "createNamespaces", "networkPolicies" ->
          allow(pointer, text, text.equals("true") || text.equals("false"), "true, false", faults);
      case "queue" -> faults.dnsName(pointer, text.replace("{project}", "p"));
      case "priorityClasses", "gpuModels" -> {
        boolean pairs = words(text).stream().allMatch(word -> word.indexOf('=') > 0);
        allow(pointer, text, pairs, "pairs like NAME=VALUE, by comma", faults);
      }
      case "egress" -> {
        boolean ranges = words(text).stream().allMatch(word -> CIDR.matcher(word).matches());
        allow(pointer, text, ranges, "address ranges like 10.20.0.0/16, by comma", faults);
      }
      case "fabric" -> allow(pointer, text, Fabric.isKind(text), Fabric.kinds(), faults);
      case "rdmaResource" -> faults.labelKey(pointer, text);
      case "checkpointSize", "sharedMemory" ->
          allow(pointer, text, SIZE.matcher(text).matches(), "sizes like 200Gi", faults);
      default -> {}
    }
  }

  private static void allow(
      String pointer, String text, boolean valid, String allowed, FaultCollector faults) {
    if (!valid) {
      faults.add(pointer, "INVALID_VALUE", "Allowed are %s.".formatted(allowed), text, null);
    }
  }

  /// Reads `a=b,c=d`.
  public static SortedMap<String, String> pairs(String text) {
    TreeMap<String, String> pairs = new TreeMap<>();
    for (String pair : words(text)) {
      int equals = pair.indexOf('=');
      pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return pairs;
  }

  private static List<String> words(String text) {
    return Pattern.compile(",")
        .splitAsStream(text)
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  public String namespace(String project) {
    return namespacePrefix + project;
  }

  public String queueOf(String project) {
    return queue.replace("{project}", project);
  }
}
