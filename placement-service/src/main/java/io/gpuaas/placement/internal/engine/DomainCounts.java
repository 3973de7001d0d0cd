package io.gpuaas.placement.internal.engine;

/// How many pods and slices each domain could take, with and without the leader beside them.
///
/// Arrays are by level and domain. Slices are counted at the slice level and above, below it they
/// are 0.
final class DomainCounts {
  final int[][] pods;
  final int[][] podsWithLeader;
  final boolean[][] leader;
  final int[][] slices;
  final int[][] slicesWithLeader;

  private final TopologyTree tree;
  private final TopologyAsk ask;

  DomainCounts(TopologyTree tree, TopologyAsk ask, Room room) {
    this.tree = tree;
    this.ask = ask;
    int levels = tree.leafLevel() + 1;
    pods = new int[levels][];
    podsWithLeader = new int[levels][];
    leader = new boolean[levels][];
    slices = new int[levels][];
    slicesWithLeader = new int[levels][];
    for (int level = 0; level < levels; level++) {
      int domains = tree.domains(level);
      pods[level] = new int[domains];
      podsWithLeader[level] = ask.leader == null ? pods[level] : new int[domains];
      leader[level] = new boolean[domains];
      slices[level] = new int[domains];
      slicesWithLeader[level] = ask.leader == null ? slices[level] : new int[domains];
    }
    countLeaves(room);
    for (int level = tree.leafLevel() - 1; level >= 0; level--) {
      sumUp(level);
    }
  }

  private void countLeaves(Room room) {
    int level = tree.leafLevel();
    PodAsk leaderPod = ask.leader;
    for (int leaf = 0; leaf < tree.domains(level); leaf++) {
      int node = tree.node(leaf);
      if (!room.isUsable(node)) {
        continue;
      }
      if (ask.workerNodes.get(node)) {
        pods[level][leaf] = room.podsThatFit(node, ask.workers.perPod);
        podsWithLeader[level][leaf] = pods[level][leaf];
      }
      if (leaderPod != null
          && ask.leaderNodes.get(node)
          && room.podsThatFit(node, leaderPod.perPod) > 0) {
        leader[level][leaf] = true;
        if (ask.workerNodes.get(node)) {
          room.take(node, leaderPod.perPod, 1);
          podsWithLeader[level][leaf] = room.podsThatFit(node, ask.workers.perPod);
          room.give(node, leaderPod.perPod, 1);
        }
      }
      countSlices(level, leaf);
    }
  }

  private void countSlices(int level, int domain) {
    if (level == ask.sliceLevel) {
      slices[level][domain] = pods[level][domain] / ask.sliceSize;
      slicesWithLeader[level][domain] = podsWithLeader[level][domain] / ask.sliceSize;
    }
  }

  private void sumUp(int level) {
    for (int domain = 0; domain < tree.domains(level); domain++) {
      sumPods(level, domain);
      countSlices(level, domain);
      if (level < ask.sliceLevel) {
        sumSlices(level, domain);
      }
    }
  }

  private void sumPods(int level, int domain) {
    long sum = 0;
    int cost = Integer.MAX_VALUE;
    for (int child : tree.children(level, domain)) {
      int all = rounded(level + 1, pods[level + 1][child]);
      sum += all;
      if (leader[level + 1][child]) {
        leader[level][domain] = true;
        cost = Math.min(cost, all - rounded(level + 1, podsWithLeader[level + 1][child]));
      }
    }
    pods[level][domain] = (int) Math.min(sum, Integer.MAX_VALUE);
    if (ask.leader != null) {
      long with = leader[level][domain] ? sum - cost : 0;
      podsWithLeader[level][domain] = (int) Math.min(with, Integer.MAX_VALUE);
    }
  }

  private int rounded(int level, int count) {
    int multiple = ask.multiples[level];
    return multiple == 0 ? count : count - count % multiple;
  }

  private void sumSlices(int level, int domain) {
    long sum = 0;
    int cost = Integer.MAX_VALUE;
    for (int child : tree.children(level, domain)) {
      sum += slices[level + 1][child];
      if (leader[level + 1][child]) {
        cost = Math.min(cost, slices[level + 1][child] - slicesWithLeader[level + 1][child]);
      }
    }
    slices[level][domain] = (int) Math.min(sum, Integer.MAX_VALUE);
    if (ask.leader != null) {
      long with = leader[level][domain] ? sum - cost : 0;
      slicesWithLeader[level][domain] = (int) Math.min(with, Integer.MAX_VALUE);
    }
  }

  /// Slices of the domain, with the leader in it or without.
  int slices(int level, int domain, boolean withLeader) {
    return withLeader ? slicesWithLeader[level][domain] : slices[level][domain];
  }

  int pods(int level, int domain, boolean withLeader) {
    return withLeader ? podsWithLeader[level][domain] : pods[level][domain];
  }
}
