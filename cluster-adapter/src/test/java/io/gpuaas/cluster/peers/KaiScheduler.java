package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;

/// KAI's scheduler as far as it is told here: a pod group is bound whole or not at all, from a
/// queue that is there. Pods whose group is missing wait and nothing is said of them.
final class KaiScheduler implements Controller {
  private static final String GROUPS = "scheduling.run.ai/podgroups";
  private final PlainScheduler binder = new PlainScheduler("kai-scheduler");
  private final List<String> queues;

  KaiScheduler(List<String> queues) {
    this.queues = List.copyOf(queues);
  }

  @Override
  public void act(ClusterObjects store) {
    for (Tree group : store.list(GROUPS)) {
      ObjectKey key = ObjectKey.of(GROUPS, group);
      if (!queues.contains(group.text("spec", "queue"))) {
        store.change(key, it -> unschedulable(it, "QueueDoesNotExist"));
        continue;
      }
      List<Tree> waiting = members(store, group).stream().filter(binder::isMine).toList();
      if (isWhole(group, waiting)) {
        boolean all = waiting.stream().allMatch(pod -> PlainScheduler.bind(store, pod));
        store.change(key, it -> all ? allocated(it, waiting.size()) : it);
      }
    }
  }

  /// Enough members, or enough sub-groups that have enough.
  private static boolean isWhole(Tree group, List<Tree> waiting) {
    List<Tree> subGroups = group.trees("spec", "subGroups");
    if (subGroups.isEmpty()) {
      return waiting.size() >= group.number("spec", "minMember");
    }
    long whole =
        subGroups.stream()
            .filter(
                sub ->
                    waiting.stream().filter(pod -> inSubGroup(pod, sub.text("name"))).count()
                        >= sub.number("minMember"))
            .count();
    return whole >= group.number("spec", "minSubGroup");
  }

  private static boolean inSubGroup(Tree pod, String name) {
    return pod.text("metadata", "labels", "kai.scheduler/subgroup-name").equals(name);
  }

  private static List<Tree> members(ClusterObjects store, Tree group) {
    String name = group.text("metadata", "name");
    return store.list("/pods", group.text("metadata", "namespace")).stream()
        .filter(pod -> pod.text("metadata", "annotations", "pod-group-name").equals(name))
        .toList();
  }

  private static Tree unschedulable(Tree group, String reason) {
    Tree condition = Tree.of("type", "UnschedulableOnNodePool", "reason", reason);
    return Status.with(group, "schedulingConditions", List.of(condition));
  }

  private static Tree allocated(Tree group, int pods) {
    return Status.with(group, "resourcesStatus", Tree.of("allocated", Tree.of("pods", pods)));
  }
}
