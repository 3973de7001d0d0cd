package io.gpuaas.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A group of equal pods of a job.
///
/// @param name unique within the job
/// @param count pods wanted, 1 or more
/// @param minCount fewest pods the job may start with; equal to `count` for a strict gang
/// @param requests of one pod, in the units of [Resources]
/// @param device how a share of a device is asked for; [DeviceShare#WHOLE] when GPUs are whole
/// @param topology where the pods may lie
/// @param group pod sets with the same group are placed together (a leader and its workers); empty
///   when alone
/// @param numa whether the GPUs of a pod lie on as few NUMA nodes as can hold them
public record PodSet(
    String name,
    int count,
    int minCount,
    ResourceAmounts requests,
    DeviceShare device,
    SortedMap<String, String> nodeSelector,
    List<NodeAffinityTerm> nodeAffinity,
    List<Toleration> tolerations,
    @Nullable TopologyRequest topology,
    String group,
    NumaWish numa) {

  /// Stored pod sets that are older than `numa` lack it.
  public PodSet {
    if (count < 1 || minCount < 1 || minCount > count) {
      throw new IllegalArgumentException(
          "Pod set %s: 1 <= minCount (%d) <= count (%d) must hold."
              .formatted(name, minCount, count));
    }
    nodeSelector = Collections.unmodifiableSortedMap(new TreeMap<>(nodeSelector));
    nodeAffinity = List.copyOf(nodeAffinity);
    tolerations = List.copyOf(tolerations);
    numa = Objects.requireNonNullElse(numa, NumaWish.NONE);
  }

  /// One to which NUMA nodes do not matter.
  public PodSet(
      String name,
      int count,
      int minCount,
      ResourceAmounts requests,
      DeviceShare device,
      SortedMap<String, String> nodeSelector,
      List<NodeAffinityTerm> nodeAffinity,
      List<Toleration> tolerations,
      @Nullable TopologyRequest topology,
      String group) {
    this(
        name,
        count,
        minCount,
        requests,
        device,
        nodeSelector,
        nodeAffinity,
        tolerations,
        topology,
        group,
        NumaWish.NONE);
  }

  /// A strict gang of `count` pods without any placement wish.
  public static PodSet of(String name, int count, ResourceAmounts requests) {
    return new PodSet(
        name,
        count,
        count,
        requests,
        DeviceShare.WHOLE,
        Collections.emptySortedMap(),
        List.of(),
        List.of(),
        null,
        "");
  }

  public PodSet withCount(int newCount) {
    return with(newCount, Math.min(minCount, newCount), topology, numa);
  }

  public PodSet withTopology(@Nullable TopologyRequest request) {
    return with(count, minCount, request, numa);
  }

  public PodSet withNuma(NumaWish wish) {
    return with(count, minCount, topology, wish);
  }

  /// Only on nodes that fulfil the term, too; it stands before the others.
  public PodSet withFirstTerm(NodeAffinityTerm term) {
    List<NodeAffinityTerm> terms = new ArrayList<>(List.of(term));
    terms.addAll(nodeAffinity);
    return new PodSet(
        name,
        count,
        minCount,
        requests,
        device,
        nodeSelector,
        terms,
        tolerations,
        topology,
        group,
        numa);
  }

  /// On whatever nodes: without selector and affinity.
  public PodSet anywhere() {
    return new PodSet(
        name,
        count,
        minCount,
        requests,
        device,
        Collections.emptySortedMap(),
        List.of(),
        tolerations,
        topology,
        group,
        numa);
  }

  private PodSet with(
      int newCount, int newMinCount, @Nullable TopologyRequest newTopology, NumaWish newNuma) {
    return new PodSet(
        name,
        newCount,
        newMinCount,
        requests,
        device,
        nodeSelector,
        nodeAffinity,
        tolerations,
        newTopology,
        group,
        newNuma);
  }

  /// GPUs of one pod in thousandths; a fraction counts as its share. Requests by device memory or
  /// MIG profile depend on the device and count 0 here.
  public long milliGpusPerPod() {
    return device.milliGpu() > 0
        ? device.milliGpu()
        : Math.multiplyExact(requests.of(Resources.GPU), 1000L);
  }

  /// GPUs of all pods in thousandths.
  public long milliGpus() {
    return Math.multiplyExact(milliGpusPerPod(), (long) count);
  }
}
