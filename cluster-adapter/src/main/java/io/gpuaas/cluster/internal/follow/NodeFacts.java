package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.placement.DeviceParts;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.Observation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node as its cluster describes it.
///
/// @param since when it became ready, or ceased to be; the epoch when it does not say
public record NodeFacts(Node node, Instant since) {
  private static final String PREFIX = "nvidia.com/gpu.";
  private static final String SHARED = Resources.GPU + ".shared";
  private static final long MEBIBYTE = 1L << 20;
  private static final List<String> OWN_TAINTS =
      List.of(
          "node.kubernetes.io/not-ready",
          "node.kubernetes.io/unreachable",
          "node.kubernetes.io/unschedulable");

  /// A node as its object says.
  ///
  /// @param byLabel whether its devices are given by claims, so that its label counts them
  public static NodeFacts of(String cluster, Tree node, boolean byLabel) {
    Tree metadata = node.tree("metadata");
    TreeMap<String, String> labels = new TreeMap<>();
    metadata.tree("labels").fields().forEach((key, value) -> labels.put(key, value.toString()));
    ResourceAmounts amounts =
        devices(allocatable(node.tree("status", "allocatable")), labels, byLabel);
    SortedMap<String, Long> instances = instances(amounts);
    Instant since = PodFacts.instant(node.condition("Ready").text("lastTransitionTime"));
    Node facts =
        new Node(
            new NodeRef(cluster, metadata.text("name")),
            labels,
            amounts,
            memory(labels.getOrDefault(PREFIX + "memory", "")),
            model(labels.getOrDefault(PREFIX + "product", "")),
            !instances.isEmpty()
                || labels.getOrDefault("nvidia.com/mig.strategy", "none").equals("mixed"),
            taints(node),
            node.isTrue("Ready"),
            !node.flag("spec", "unschedulable"));
    boolean isPartitioned = !instances.isEmpty() && amounts.of(Resources.GPU) == 0;
    return new NodeFacts(
        isPartitioned ? partitioned(facts, instances) : facts,
        since == null ? Instant.EPOCH : since);
  }

  private static SortedMap<String, Long> instances(ResourceAmounts amounts) {
    TreeMap<String, Long> instances = new TreeMap<>();
    amounts
        .byName()
        .forEach(
            (name, amount) -> {
              String profile = Resources.migProfile(name);
              if (!profile.isEmpty() && amount > 0) {
                instances.put(profile, amount);
              }
            });
    return instances;
  }

  /// A node without a whole GPU counts by what was cut of its devices.
  private static Node partitioned(Node node, SortedMap<String, Long> instances) {
    TreeMap<String, String> labels = new TreeMap<>(node.labels());
    labels.put(Node.PARTITIONED, "true");
    TreeMap<String, Long> amounts = new TreeMap<>(node.capacity().byName());
    amounts.put(Resources.GPU, DeviceParts.devicesOf(instances, node));
    return new Node(
        node.ref(),
        labels,
        new ResourceAmounts(amounts),
        node.gpuMemoryBytes(),
        node.gpuModel(),
        node.mig(),
        node.taints(),
        node.ready(),
        node.schedulable());
  }

  /// Whole GPUs: shares of a time-sliced one are no more devices, and what is claimed is not among
  /// the allocatable amounts.
  private static ResourceAmounts devices(
      ResourceAmounts amounts, SortedMap<String, String> labels, boolean byLabel) {
    TreeMap<String, Long> read = new TreeMap<>(amounts.byName());
    long replicas = replicas(labels);
    long shares = read.getOrDefault(Resources.GPU, 0L) + read.getOrDefault(SHARED, 0L);
    if (replicas > 1) {
      read.remove(SHARED);
      read.put(Resources.GPU, shares / replicas);
    } else if (byLabel && shares == 0) {
      read.put(Resources.GPU, whole(labels.getOrDefault(PREFIX + "count", "")));
    }
    return new ResourceAmounts(read);
  }

  private static long replicas(SortedMap<String, String> labels) {
    return Math.max(1, whole(labels.getOrDefault(PREFIX + "replicas", "")));
  }

  /// How many shares each of its GPUs is offered as; 1 when they are offered whole.
  public long sharesPerGpu() {
    return replicas(node.labels());
  }

  private static long whole(String label) {
    return Quantity.parse(Resources.GPU, label).orElse(0);
  }

  private static ResourceAmounts allocatable(Tree amounts) {
    TreeMap<String, Long> read = new TreeMap<>();
    for (Map.Entry<String, Object> entry : amounts.fields().entrySet()) {
      OptionalLong amount = Quantity.parse(entry.getKey(), entry.getValue().toString());
      boolean counts =
          entry.getKey().contains("/")
              || entry.getKey().equals(Resources.CPU)
              || entry.getKey().equals(Resources.MEMORY)
              || entry.getKey().equals(Resources.PODS);
      if (amount.isPresent() && counts) {
        read.put(entry.getKey(), amount.getAsLong());
      }
    }
    return new ResourceAmounts(read);
  }

  /// The label has MiB of one device.
  private static long memory(String label) {
    OptionalLong mebibytes = Quantity.parse(Resources.MEMORY, label);
    return mebibytes.isEmpty() ? 0 : Math.multiplyExact(mebibytes.getAsLong(), MEBIBYTE);
  }

  private static String model(String product) {
    return product.startsWith("NVIDIA-") ? product.substring("NVIDIA-".length()) : product;
  }

  /// Taints that say what readiness and cordon say are left out, and that of the devices, which
  /// every pod of ours tolerates.
  private static List<Taint> taints(Tree node) {
    List<Taint> taints = new ArrayList<>();
    for (Tree taint : node.trees("spec", "taints")) {
      String key = taint.text("key");
      if (!OWN_TAINTS.contains(key) && !key.equals(Resources.GPU)) {
        taints.add(new Taint(key, taint.text("value"), taint.text("effect")));
      }
    }
    return taints;
  }

  /// With what is left of it when strangers hold so much.
  public NodeFacts without(ResourceAmounts held) {
    TreeMap<String, Long> left = new TreeMap<>();
    TreeMap<String, Long> gone = new TreeMap<>();
    node.capacity()
        .byName()
        .forEach(
            (name, amount) -> {
              long taken = Math.min(amount, held.of(name));
              left.put(name, amount - taken);
              if (taken > 0) {
                gone.put(name, taken);
              }
            });
    Node rest =
        new Node(
            node.ref(),
            node.labels(),
            new ResourceAmounts(left),
            node.gpuMemoryBytes(),
            node.gpuModel(),
            node.mig(),
            node.taints(),
            node.ready(),
            node.schedulable(),
            new ResourceAmounts(gone));
    return new NodeFacts(rest, since);
  }

  /// As one that was cordoned.
  public NodeFacts cordoned() {
    Node closed =
        new Node(
            node.ref(),
            node.labels(),
            node.capacity(),
            node.gpuMemoryBytes(),
            node.gpuModel(),
            node.mig(),
            node.taints(),
            node.ready(),
            false,
            node.heldByOthers());
    return new NodeFacts(closed, since);
  }

  public Observation health(Instant now) {
    return new Observation.NodeHealth(
        node.ref(), since.equals(Instant.EPOCH) ? now : since, node.ready());
  }

  /// Its object is gone.
  public Observation lost(Instant now) {
    return new Observation.NodeHealth(node.ref(), now, false);
  }
}
