package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Binds pods one by one to a node that they may have and that has the GPUs.
final class PlainScheduler implements Controller {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private final String name;

  /// @param name of the scheduler that pods ask for; empty for the cluster's own
  PlainScheduler(String name) {
    this.name = name;
  }

  @Override
  public void act(ClusterObjects store) {
    for (Tree pod : store.list("/pods")) {
      if (isMine(pod)) {
        bind(store, pod);
      }
    }
  }

  boolean isMine(Tree pod) {
    return pod.text("spec", "nodeName").isEmpty()
        && pod.trees("spec", "schedulingGates").isEmpty()
        && pod.text("spec", "schedulerName").equals(name);
  }

  /// False when no node has room; that is said on the pod.
  static boolean bind(ClusterObjects store, Tree pod) {
    List<String> allowed = allowed(pod);
    SortedMap<String, Long> free = free(store);
    long wanted = gpus(pod);
    for (Tree node : store.list("/nodes")) {
      String at = node.text("metadata", "name");
      boolean may = allowed.isEmpty() || allowed.contains(at);
      if (may && free.getOrDefault(at, 0L) >= wanted) {
        store.change(
            ObjectKey.of("/pods", pod),
            it ->
                Status.withCondition(
                    it.withAt(List.of("spec", "nodeName"), at), "PodScheduled", "True", ""));
        return true;
      }
    }
    store.change(
        ObjectKey.of("/pods", pod),
        it -> Status.withCondition(it, "PodScheduled", "False", "Unschedulable", "no node fits"));
    return false;
  }

  private static SortedMap<String, Long> free(ClusterObjects store) {
    TreeMap<String, Long> free = new TreeMap<>();
    for (Tree node : store.list("/nodes")) {
      String gpus = node.text("status", "allocatable", "nvidia.com/gpu");
      free.put(node.text("metadata", "name"), Long.parseLong(gpus));
    }
    for (Tree pod : store.list("/pods")) {
      boolean over = List.of("Succeeded", "Failed").contains(pod.text("status", "phase"));
      String node = pod.text("spec", "nodeName");
      if (!over && !node.isEmpty()) {
        free.merge(node, -gpus(pod), Long::sum);
      }
    }
    return free;
  }

  private static long gpus(Tree pod) {
    long sum = 0;
    for (Tree container : pod.trees("spec", "containers")) {
      String gpus = container.text("resources", "limits", "nvidia.com/gpu");
      sum += gpus.isEmpty() ? 0 : Long.parseLong(gpus);
    }
    return sum;
  }

  private static List<String> allowed(Tree pod) {
    List<String> nodes = new ArrayList<>();
    for (Tree term :
        pod.tree("spec", "affinity", "nodeAffinity", REQUIRED).trees("nodeSelectorTerms")) {
      for (Tree field : term.trees("matchFields")) {
        if (field.value("values") instanceof List<?> values) {
          values.forEach(value -> nodes.add(value.toString()));
        }
      }
    }
    return nodes;
  }
}
