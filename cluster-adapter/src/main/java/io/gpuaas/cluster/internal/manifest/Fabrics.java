package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which fabric a gang uses, by where it was placed.
///
/// | nodes of the placement | fabric |
/// |---|---|
/// | one | none: NVLink inside the node, or shared memory |
/// | of one NVLink clique, where `computeDomains` is on | `nvlink` |
/// | all with one value of `fabricLabel` | that |
/// | with several values | `ethernet`: it reaches all of them |
/// | one or more without the label | `fabric` |
///
/// @param usual where labels say nothing
/// @param label node label with the name of the fabric that the node is on; empty for none
/// @param computeDomains whether NVIDIA's DRA driver joins nodes of a clique
/// @param topologyFiles ConfigMap by machine type (`nvidia.com/gpu.machine`)
record Fabrics(
    Fabric usual, String label, boolean computeDomains, SortedMap<String, String> topologyFiles) {
  static final List<String> KEYS =
      List.of(
          "fabric",
          "fabricLabel",
          "rdmaResource",
          "network",
          "ncclHca",
          "ncclTopology",
          "ncclEnvironment",
          "computeDomains",
          "ipcLock");
  private static final String CLIQUE = "nvidia.com/gpu.clique";
  private static final String MACHINE = "nvidia.com/gpu.machine";
  private static final String NETWORK =
      "([a-z0-9]([-a-z0-9]*[a-z0-9])?/)?[a-z0-9]([-.a-z0-9]*[a-z0-9])?(@[a-z0-9][-a-z0-9]*)?";

  Fabrics {
    topologyFiles = Collections.unmodifiableSortedMap(new TreeMap<>(topologyFiles));
  }

  static Fabrics of(SortedMap<String, String> settings) {
    Fabric usual =
        new Fabric(
            type(settings.getOrDefault("fabric", "none")),
            Texts.words(settings.getOrDefault("rdmaResource", "")),
            Texts.words(settings.getOrDefault("network", "")),
            settings.getOrDefault("ncclHca", ""),
            !settings.getOrDefault("ipcLock", "true").equals("false"),
            "",
            Texts.pairs(settings.getOrDefault("ncclEnvironment", "")));
    return new Fabrics(
        usual,
        settings.getOrDefault("fabricLabel", ""),
        settings.getOrDefault("computeDomains", "false").equals("true"),
        Texts.pairs(settings.getOrDefault("ncclTopology", "")));
  }

  private static Fabric.Type type(String text) {
    return Fabric.isKind(text)
        ? Fabric.Type.valueOf(text.toUpperCase(Locale.ROOT))
        : Fabric.Type.NONE;
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "fabric" ->
          Texts.allow(
              pointer,
              text,
              Fabric.isKind(text) && !text.equals("nvlink"),
              Fabric.kinds().replace(", nvlink", "") + "; nvlink comes with computeDomains",
              faults);
      case "rdmaResource" ->
          Texts.words(text).forEach(resource -> faults.labelKey(pointer, resource));
      case "fabricLabel" -> faults.labelKey(pointer, text);
      case "network" -> {
        boolean all = Texts.words(text).stream().allMatch(word -> word.matches(NETWORK));
        Texts.allow(pointer, text, all, "names like fabrics/ib-fabric@net1, by comma", faults);
      }
      case "ncclTopology", "ncclEnvironment" -> Texts.checkPairs(pointer, text, faults);
      case "computeDomains", "ipcLock" -> Texts.checkFlag(pointer, text, faults);
      default -> {}
    }
  }

  static List<Fault> conflicts(String at, SortedMap<String, String> settings) {
    FaultCollector faults = new FaultCollector();
    Fabrics fabrics = of(settings);
    boolean rdma = fabrics.usual.isRdma() || !fabrics.label.isEmpty();
    String level = settings.getOrDefault("podSecurity", "");
    boolean forbidden = level.equals("baseline") || level.equals("restricted");
    if (rdma && fabrics.usual.pinsMemory() && forbidden) {
      faults.add(
          Fault.at(at, "podSecurity"),
          "CONFLICT",
          "RDMA adds IPC_LOCK, which %s forbids: let the runtime not limit locked memory and set"
                  .formatted(level)
              + " ipcLock=false, or allow privileged.",
          level,
          "privileged");
    }
    return faults.faults();
  }

  /// @param nodes of the placement; empty when the cluster places
  /// @param pods of the whole gang
  Fabric chosen(TreeSet<String> nodes, int pods, KnownNodes known) {
    int machines = nodes.isEmpty() ? pods : nodes.size();
    if (machines < 2) {
      return with(Fabric.Type.NONE, "");
    }
    String clique = only(nodes, CLIQUE, known);
    String topology = topologyFiles.getOrDefault(only(nodes, MACHINE, known), "");
    if (computeDomains && !clique.isEmpty()) {
      return with(Fabric.Type.NVLINK, topology);
    }
    return with(labelled(nodes, known), topology);
  }

  private Fabric.Type labelled(TreeSet<String> nodes, KnownNodes known) {
    TreeSet<String> values = new TreeSet<>();
    for (String node : nodes) {
      values.add(known.labels(node).getOrDefault(label, ""));
    }
    boolean named = !values.isEmpty() && values.stream().allMatch(Fabric::isKind);
    if (label.isEmpty() || !named) {
      return usual.type();
    }
    return values.size() == 1 ? type(values.getFirst()) : Fabric.Type.ETHERNET;
  }

  /// The one value that all nodes have; empty when they differ or lack it.
  private static String only(TreeSet<String> nodes, String key, KnownNodes known) {
    TreeSet<String> values = new TreeSet<>();
    for (String node : nodes) {
      values.add(known.labels(node).getOrDefault(key, ""));
    }
    return values.size() == 1 ? values.getFirst() : "";
  }

  private Fabric with(Fabric.Type type, String topologyFile) {
    return new Fabric(
        type,
        usual.rdmaResources(),
        usual.networks(),
        usual.hca(),
        usual.pinsMemory(),
        topologyFile,
        usual.variables());
  }
}
