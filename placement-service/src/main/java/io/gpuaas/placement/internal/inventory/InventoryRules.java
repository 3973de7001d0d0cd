package io.gpuaas.placement.internal.inventory;

import io.gpuaas.core.Durations;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SchedulingPolicy.FairStrategy;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// What must hold of hardware and policy, and what should: a fault refuses an input, a warning does
/// not. Pointers are those of the REST resources.
public final class InventoryRules {
  private static final int TEXT_MAX = 100;
  private static final int SETTING_MAX = 1000;
  private static final int ENTRIES_MAX = 64;
  private static final int LABELS_MAX = 256;
  private static final int GPUS_PER_NODE_MAX = 1024;
  private static final int HEADS_MAX = 100_000;
  private static final long AMOUNT_MAX = 1L << 53;
  private static final Duration DURATION_MAX = Duration.ofDays(366);
  private static final String HOST_LEVEL = "kubernetes.io/hostname";
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final List<List<FairStrategy>> STRATEGIES =
      List.of(
          List.of(FairStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE),
          List.of(FairStrategy.LESS_THAN_INITIAL_SHARE),
          List.of(
              FairStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,
              FairStrategy.LESS_THAN_INITIAL_SHARE));

  private final FaultCollector faults = new FaultCollector();

  public List<Fault> faults() {
    return faults.faults();
  }

  /// Adds what others found.
  public void addAll(List<Fault> found) {
    for (Fault fault : found) {
      faults.add(fault.pointer(), fault.code(), fault.detail(), fault.value(), fault.limit());
    }
  }

  public void cluster(String at, Cluster cluster) {
    faults.dnsLabel(at + "/name", cluster.name());
    faults.dnsLabel(at + "/backend", cluster.backend());
    faults.size(at + "/settings", cluster.settings().size(), ENTRIES_MAX);
    cluster
        .settings()
        .forEach(
            (key, value) -> {
              String pointer = Fault.at(at + "/settings", key);
              faults.labelKey(pointer, key);
              faults.text(pointer, value, SETTING_MAX);
            });
    taints(at + "/taints", cluster.taints());
  }

  private void taints(String at, List<Taint> taints) {
    faults.size(at, taints.size(), ENTRIES_MAX);
    for (int i = 0; i < taints.size(); i++) {
      taint(Fault.at(at, i), taints.get(i));
    }
  }

  /// Checks a node.
  ///
  /// @param isKnownCluster whether there is a cluster of a name, counting those given with it
  public void node(String at, Node node, Predicate<String> isKnownCluster) {
    String cluster = node.ref().cluster();
    faults.known(at + "/cluster", "cluster", cluster, isKnownCluster.test(cluster));
    faults.dnsName(at + "/name", node.ref().name());
    labels(at + "/labels", node.labels());
    capacity(at + "/capacity", node.capacity().byName());
    faults.range(at + "/gpuMemory", node.gpuMemoryBytes(), 0, AMOUNT_MAX);
    if (!node.gpuModel().isEmpty()) {
      faults.text(at + "/gpuModel", node.gpuModel(), TEXT_MAX);
    }
    taints(at + "/taints", node.taints());
  }

  private void labels(String at, SortedMap<String, String> labels) {
    faults.size(at, labels.size(), LABELS_MAX);
    labels.forEach(
        (key, value) -> {
          String pointer = Fault.at(at, key);
          faults.labelKey(pointer, key);
          faults.labelValue(pointer, value);
        });
  }

  private void capacity(String at, SortedMap<String, Long> capacity) {
    if (capacity.isEmpty()) {
      faults.add(at, "REQUIRED", "A node has at least one resource.");
    }
    faults.size(at, capacity.size(), ENTRIES_MAX);
    capacity.forEach(
        (resource, amount) -> {
          String pointer = Fault.at(at, resource);
          faults.labelKey(pointer, resource);
          long max = resource.equals(Resources.GPU) ? GPUS_PER_NODE_MAX : AMOUNT_MAX;
          faults.range(pointer, amount, 0, max);
        });
  }

  private void taint(String at, Taint taint) {
    faults.labelKey(at + "/key", taint.key());
    faults.labelValue(at + "/value", taint.value());
    if (!EFFECTS.contains(taint.effect())) {
      faults.add(
          at + "/effect",
          "INVALID_VALUE",
          "Allowed are %s.".formatted(String.join(", ", EFFECTS)),
          taint.effect(),
          null);
    }
  }

  public void policy(String at, SchedulingPolicy policy) {
    if (!STRATEGIES.contains(policy.preemptionStrategies())) {
      faults.add(
          at + "/preemptionStrategies",
          "INVALID_VALUE",
          "Allowed are one of the two strategies alone, or both with"
              + " LESS_THAN_OR_EQUAL_TO_FINAL_SHARE first.",
          policy.preemptionStrategies().toString(),
          null);
    }
    faults.range(at + "/headsPerProject", policy.headsPerProject(), 0, HEADS_MAX);
    duration(at + "/evictions/minRuntime", policy.evictions().minRuntimeMillis());
    duration(at + "/evictions/notice", policy.evictions().noticeMillis());
    duration(at + "/evictions/claim", policy.evictions().claimMillis());
    duration(at + "/order/halfLife", policy.order().halfLifeMillis());
  }

  private void duration(String pointer, long millis) {
    Duration given = Duration.ofMillis(millis);
    if (given.compareTo(DURATION_MAX) > 0) {
      String most = Durations.format(DURATION_MAX);
      String sentence = "Must be at most %s.".formatted(most);
      faults.add(pointer, "TOO_LARGE", sentence, Durations.format(given), most);
    }
  }

  public void duplicate(String pointer, String what, String name) {
    faults.add(pointer, "DUPLICATE", "The %s is given twice.".formatted(what), name, null);
  }

  /// What is probably not meant: a node that no flavor has, GPUs without a model, and levels of a
  /// flavor's topology that the node is not labelled with.
  public static List<Fault> warnings(String at, Node node, QuotaConfig config) {
    FaultCollector warnings = new FaultCollector();
    boolean hasGpus = node.capacity().of(Resources.GPU) > 0;
    if (hasGpus && node.gpuModel().isEmpty()) {
      warnings.add(at + "/gpuModel", "GPU_MODEL_MISSING", "Use of its GPUs has no price.");
    }
    SortedMap<String, Topology> topologies = new TreeMap<>();
    config.topologies().forEach(topology -> topologies.put(topology.name(), topology));
    List<Flavor> flavors = config.flavors().stream().filter(flavor -> isOf(node, flavor)).toList();
    if (flavors.isEmpty()) {
      warnings.add(
          at + "/labels",
          "NO_FLAVOR",
          "No flavor has nodes with these labels, so no job can use the node.");
    }
    for (Flavor flavor : flavors) {
      Topology topology = flavor.topology() == null ? null : topologies.get(flavor.topology());
      if (topology != null) {
        missingLevels(at, node, flavor, topology, warnings);
      }
    }
    return warnings.faults();
  }

  private static boolean isOf(Node node, Flavor flavor) {
    for (Map.Entry<String, String> label : flavor.nodeLabels().entrySet()) {
      if (!label.getValue().equals(node.labels().get(label.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /// The host level needs no label: it is the node itself.
  private static void missingLevels(
      String at, Node node, Flavor flavor, Topology topology, FaultCollector warnings) {
    for (String level : topology.levels()) {
      if (!level.equals(HOST_LEVEL) && !node.labels().containsKey(level)) {
        warnings.add(
            Fault.at(at + "/labels", level),
            "TOPOLOGY_LABEL_MISSING",
            "The flavor %s has the topology %s with this level; jobs that ask for a topology cannot"
                    .formatted(flavor.name(), topology.name())
                + " use the node.");
      }
    }
  }
}
