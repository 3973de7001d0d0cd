package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Taint;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A node as the engines see it.
///
/// @param capacity what of it is ours to give, in the units of `Resources`
/// @param gpuMemoryBytes memory of one device, 0 when unknown
/// @param gpuModel for example `H200-141GB`; empty when it has no GPUs
/// @param mig whether its devices may be partitioned
/// @param ready false while it is faulty
/// @param schedulable false while it is cordoned or drained
/// @param heldByOthers what is allocatable beside `capacity` and held by pods that are not ours;
///   observed, and no matter of decisions
public record Node(
    NodeRef ref,
    SortedMap<String, String> labels,
    ResourceAmounts capacity,
    long gpuMemoryBytes,
    String gpuModel,
    boolean mig,
    List<Taint> taints,
    boolean ready,
    boolean schedulable,
    ResourceAmounts heldByOthers) {
  /// Label of a machine with the number of its NUMA nodes, 1 to 16, which share its GPUs evenly in
  /// the order of their indexes.
  public static final String NUMA_NODES = "gpuaas.io/numa-nodes";

  /// Label of a machine all of whose GPUs are cut into instances that its amounts list: it has no
  /// whole ones to give, and its GPUs are counted by what was cut of them.
  public static final String PARTITIONED = "gpuaas.io/partitioned";

  /// A label that every node has, whatever its cluster says: the cluster's name.
  public static final String CLUSTER_LABEL = "gpuaas.io/cluster";

  public Node {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    taints = List.copyOf(taints);
  }

  /// A node that is all ours.
  public Node(
      NodeRef ref,
      SortedMap<String, String> labels,
      ResourceAmounts capacity,
      long gpuMemoryBytes,
      String gpuModel,
      boolean mig,
      List<Taint> taints,
      boolean ready,
      boolean schedulable) {
    this(
        ref,
        labels,
        capacity,
        gpuMemoryBytes,
        gpuModel,
        mig,
        taints,
        ready,
        schedulable,
        ResourceAmounts.NONE);
  }

  /// Null when it does not have the label.
  public @Nullable String label(String key) {
    return key.equals(CLUSTER_LABEL) ? ref.cluster() : labels.get(key);
  }

  public Node withReady(boolean newReady) {
    return with(newReady, heldByOthers);
  }

  public Node withHeldByOthers(ResourceAmounts held) {
    return with(ready, held);
  }

  private Node with(boolean newReady, ResourceAmounts held) {
    return new Node(
        ref, labels, capacity, gpuMemoryBytes, gpuModel, mig, taints, newReady, schedulable, held);
  }
}
