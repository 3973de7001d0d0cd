package io.gpuaas.placement.internal.service;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.GpuPlace;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.DeviceParts;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.internal.lifecycle.UsageClasses;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Amount;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Holder;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Which pool a node belongs to, which GPUs an assignment holds, and on whose account.
///
/// A node's pool is the first flavor in name order whose labels it has. What a job holds is counted
/// in the pool of the flavor that it was given.
final class PoolTable {
  private final Map<NodeRef, String> poolOfNode = new TreeMap<>();
  private final Map<NodeRef, Node> nodes;
  private final Map<String, SortedMap<String, Long>> nominal = new TreeMap<>();

  PoolTable(QuotaConfig config, SortedMap<NodeRef, Node> nodes) {
    this.nodes = new TreeMap<>(nodes);
    for (Node node : nodes.values()) {
      poolOfNode.put(node.ref(), pool(config, node));
    }
    for (Project project : config.projects()) {
      nominal.put(project.name(), nominalMilliGpus(project));
    }
  }

  private static String pool(QuotaConfig config, Node node) {
    for (Flavor flavor : config.flavors()) {
      if (node.labels().entrySet().containsAll(flavor.nodeLabels().entrySet())) {
        return flavor.name();
      }
    }
    return "";
  }

  private static SortedMap<String, Long> nominalMilliGpus(Project project) {
    SortedMap<String, Long> byPool = new TreeMap<>();
    for (Quota quota : project.quotas()) {
      if (quota.cell().resource().equals(Resources.GPU)) {
        byPool.put(quota.cell().flavor(), Math.multiplyExact(quota.nominal(), 1000L));
      }
    }
    return byPool;
  }

  /// Empty when no flavor has the node.
  String poolOf(NodeRef node) {
    return poolOfNode.getOrDefault(node, "");
  }

  Holder holder(Job job, RunId run, Instant boundAt, List<PodSetAssignment> assignments) {
    return new Holder(
        run, job.spec().preemptible(), boundAt, amounts(job.spec().podSets(), assignments));
  }

  /// GPUs by pool and model.
  List<Amount> amounts(List<PodSet> podSets, List<PodSetAssignment> assignments) {
    SortedMap<String, SortedMap<String, Long>> amounts = new TreeMap<>();
    for (PodSetAssignment assignment : assignments) {
      add(amounts, podSet(podSets, assignment.podSet()), assignment);
    }
    List<Amount> list = new ArrayList<>();
    amounts.forEach(
        (pool, models) ->
            models.forEach((model, milliGpus) -> list.add(new Amount(pool, model, milliGpus))));
    return list;
  }

  private static PodSet podSet(List<PodSet> podSets, String name) {
    for (PodSet podSet : podSets) {
      if (podSet.name().equals(name)) {
        return podSet;
      }
    }
    throw new IllegalStateException("There is no pod set %s.".formatted(name));
  }

  private void add(
      SortedMap<String, SortedMap<String, Long>> amounts,
      PodSet podSet,
      PodSetAssignment assignment) {
    if (podSet.device().isWhole() && podSet.milliGpusPerPod() == 0) {
      return;
    }
    String pool = assignment.flavors().getOrDefault(Resources.GPU, "");
    SortedMap<String, Long> models = amounts.computeIfAbsent(pool, key -> new TreeMap<>());
    if (assignment.nodes().isEmpty()) {
      long perPod = DeviceParts.milliGpusPerPod(podSet, null);
      models.merge("", Math.multiplyExact(perPod, (long) assignment.count()), Math::addExact);
    }
    for (PodSetAssignment.NodeShare share : assignment.nodes()) {
      Node node = nodes.get(share.node());
      String model = node == null ? "" : node.gpuModel();
      long perPod = DeviceParts.milliGpusPerPod(podSet, node);
      models.merge(model, Math.multiplyExact(perPod, (long) share.count()), Math::addExact);
    }
  }

  /// GPUs by node, in thousandths, of what is placed on nodes.
  SortedMap<NodeRef, Long> byNode(List<PodSet> podSets, List<PodSetAssignment> assignments) {
    SortedMap<NodeRef, Long> byNode = new TreeMap<>();
    for (PodSetAssignment assignment : assignments) {
      PodSet podSet = podSet(podSets, assignment.podSet());
      for (PodSetAssignment.NodeShare share : assignment.nodes()) {
        long perPod = DeviceParts.milliGpusPerPod(podSet, nodes.get(share.node()));
        byNode.merge(
            share.node(), Math.multiplyExact(perPod, (long) share.count()), Math::addExact);
      }
    }
    return byNode;
  }

  /// Each device, or slice of one, that is known; else all GPUs of a node together.
  List<GpuPlace> places(List<PodSet> podSets, List<PodSetAssignment> assignments) {
    List<GpuPlace> places = new ArrayList<>();
    for (PodSetAssignment assignment : assignments) {
      PodSet podSet = podSet(podSets, assignment.podSet());
      String pool = assignment.flavors().getOrDefault(Resources.GPU, "");
      for (PodSetAssignment.NodeShare share : assignment.nodes()) {
        Node node = nodes.get(share.node());
        long perPod = DeviceParts.milliGpusPerPod(podSet, node);
        if (perPod > 0) {
          GpuPlace all =
              new GpuPlace(
                  share.node(),
                  pool,
                  node == null ? "" : node.gpuModel(),
                  null,
                  "",
                  Math.multiplyExact(perPod, (long) share.count()));
          places.addAll(devices(podSet, share, all));
        }
      }
    }
    return places;
  }

  private static List<GpuPlace> devices(
      PodSet podSet, PodSetAssignment.NodeShare share, GpuPlace all) {
    int known = share.devices().size();
    if (known == 0 || all.milliGpus() % known != 0) {
      return List.of(all);
    }
    String profile = podSet.device().migProfile();
    List<GpuPlace> places = new ArrayList<>();
    for (int i = 0; i < known; i++) {
      String slice = i < share.starts().size() ? profile + "@" + share.starts().get(i) : profile;
      places.add(
          new GpuPlace(
              all.node(),
              all.pool(),
              all.model(),
              share.devices().get(i),
              slice,
              all.milliGpus() / known));
    }
    return places;
  }

  /// Whether all that the runs hold lies within the project's nominal quota, so that nothing of it
  /// is borrowed.
  boolean isWithinNominal(String project, SortedMap<RunId, Holder> holders) {
    SortedMap<String, Long> left =
        new TreeMap<>(nominal.getOrDefault(project, Collections.emptySortedMap()));
    for (Holder holder : holders.values()) {
      for (Amount amount : holder.amounts()) {
        long rest = left.getOrDefault(amount.pool(), 0L) - amount.milliGpus();
        if (rest < 0) {
          return false;
        }
        left.put(amount.pool(), rest);
      }
    }
    return true;
  }

  /// Holdings of all runs of a project.
  SortedMap<RunId, List<GpuHolding>> split(String project, SortedMap<RunId, Holder> holders) {
    return UsageClasses.split(
        List.copyOf(holders.values()), nominal.getOrDefault(project, Collections.emptySortedMap()));
  }
}
