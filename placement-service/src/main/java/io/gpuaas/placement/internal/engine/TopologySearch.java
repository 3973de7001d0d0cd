package io.gpuaas.placement.internal.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds domains for a gang: the smallest single domain that is enough, else as few domains as
/// possible, the last of them the smallest that takes the rest. Then the same one level lower, down
/// to the nodes.
///
/// Differs from Kueue's search in: below the slice level the largest children are filled first, so
/// that a slice lies on as few nodes as its domain allows.
///
/// @see <a
///   href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/2724-topology-aware-scheduling">
///   KEP-2724</a>
final class TopologySearch {
  private final TopologyTree tree;
  private final TopologyAsk ask;
  private final DomainCounts counts;

  private TopologySearch(TopologyTree tree, TopologyAsk ask, Room room) {
    this.tree = tree;
    this.ask = ask;
    counts = new DomainCounts(tree, ask, room);
  }

  /// Where the pods lie; `leader` is null when none was asked for.
  record Found(Spot workers, @Nullable Spot leader) {}

  /// Null when they do not fit as asked. Changes nothing in `room`.
  static @Nullable Found find(TopologyTree tree, TopologyAsk ask, Room room) {
    if (!ask.valid) {
      return null;
    }
    TopologySearch search = new TopologySearch(tree, ask, room);
    if (ask.balanced) {
      Found found = search.balanced();
      if (found != null) {
        return found;
      }
    }
    List<Share> start = search.chooseLevel();
    return start == null ? null : search.emit(search.descend(start));
  }

  /// Each domain's part stays in it; null when one domain is enough, or all siblings are not.
  private @Nullable Found balanced() {
    List<BalancedDomains.Part> parts = new BalancedDomains(tree, ask, counts).find();
    if (parts == null || parts.size() == 1) {
      return null;
    }
    List<Share> leaves = new ArrayList<>();
    for (BalancedDomains.Part part : parts) {
      Share share = new Share(ask.level, part.domain(), part.slices(), part.leads());
      List<Share> lower = descend(List.of(share));
      if (lower == null) {
        return null;
      }
      leaves.addAll(lower);
    }
    return emit(leaves);
  }

  /// The most slices that any one domain of the level asked for could take now.
  static int largest(TopologyTree tree, TopologyAsk ask, Room room) {
    TopologySearch search = new TopologySearch(tree, ask, room);
    int most = 0;
    boolean led = ask.leader != null;
    for (int domain = 0; domain < tree.domains(Math.max(0, ask.level)); domain++) {
      most = Math.max(most, search.counts.slices(Math.max(0, ask.level), domain, led));
    }
    return most;
  }

  /// A domain's part of the gang: `amount` slices at the slice level and above, pods below it.
  private record Share(int level, int domain, int amount, boolean leads) {}

  private @Nullable List<Share> chooseLevel() {
    int level = ask.level;
    Share single = single(level, all(level), ask.slices(), ask.leader != null, true);
    while (single == null && !ask.required && level > 0) {
      level--;
      single = single(level, all(level), ask.slices(), ask.leader != null, true);
    }
    if (single != null) {
      return List.of(single);
    }
    return ask.required ? null : spread(0, all(0), ask.slices(), ask.leader != null, true);
  }

  private List<Integer> all(int level) {
    List<Integer> result = new ArrayList<>();
    for (int domain = 0; domain < tree.domains(level); domain++) {
      result.add(domain);
    }
    return result;
  }

  private int capacity(int level, int domain, boolean leads, boolean inSlices) {
    return inSlices ? counts.slices(level, domain, leads) : podsInMultiples(level, domain, leads);
  }

  private int podsInMultiples(int level, int domain, boolean leads) {
    int pods = counts.pods(level, domain, leads);
    int multiple = ask.multiples[level];
    return multiple == 0 ? pods : pods - pods % multiple;
  }

  /// The domain with the least capacity that is enough for all; fewer pods, then the path, decide
  /// between equals.
  private @Nullable Share single(
      int level, List<Integer> domains, int amount, boolean leads, boolean inSlices) {
    int best = -1;
    int bestCapacity = 0;
    for (int domain : domains) {
      int capacity = capacity(level, domain, leads, inSlices);
      if (capacity < amount || (leads && !counts.leader[level][domain])) {
        continue;
      }
      boolean better =
          best < 0
              || capacity < bestCapacity
              || (capacity == bestCapacity
                  && counts.pods(level, domain, leads) < counts.pods(level, best, leads));
      if (better) {
        best = domain;
        bestCapacity = capacity;
      }
    }
    return best < 0 ? null : new Share(level, best, amount, leads);
  }

  /// Several domains, the largest first; null when even all of them are not enough. A leader lies
  /// where most workers have room beside it, or apart where that takes fewer domains.
  private @Nullable List<Share> spread(
      int level, List<Integer> domains, int amount, boolean leads, boolean inSlices) {
    if (!leads) {
      return fill(level, domains, amount, null, inSlices);
    }
    List<Share> best = null;
    for (boolean beside : new boolean[] {true, false}) {
      Share host = leaderHost(level, domains, amount, inSlices, beside);
      List<Share> found = host == null ? null : fill(level, domains, amount, host, inSlices);
      if (found != null && (best == null || withWorkers(found) < withWorkers(best))) {
        best = found;
      }
    }
    return best;
  }

  private static long withWorkers(List<Share> shares) {
    return shares.stream().filter(share -> share.amount > 0).count();
  }

  private @Nullable List<Share> fill(
      int level, List<Integer> domains, int amount, @Nullable Share host, boolean inSlices) {
    List<Share> result = new ArrayList<>();
    List<Integer> left = new ArrayList<>(domains);
    int missing = amount;
    if (host != null) {
      result.add(host);
      left.remove(Integer.valueOf(host.domain));
      missing -= host.amount;
    }
    left.sort(
        Comparator.<Integer>comparingInt(it -> -capacity(level, it, false, inSlices))
            .thenComparingInt(it -> counts.pods[level][it])
            .thenComparingInt(it -> it));
    for (int i = 0; i < left.size() && missing > 0; i++) {
      int domain = left.get(i);
      int capacity = capacity(level, domain, false, inSlices);
      if (capacity >= missing) {
        Share last = single(level, left.subList(i, left.size()), missing, false, inSlices);
        if (last != null) {
          result.add(last);
          missing = 0;
        }
      } else if (capacity > 0) {
        result.add(new Share(level, domain, capacity, false));
        missing -= capacity;
      }
    }
    return missing > 0 ? null : result;
  }

  /// The domain for the leader that still leaves enough in all: the one with the most capacity
  /// beside it, or the one with the least.
  private @Nullable Share leaderHost(
      int level, List<Integer> domains, int amount, boolean inSlices, boolean beside) {
    long total = 0;
    for (int domain : domains) {
      total += capacity(level, domain, false, inSlices);
    }
    int best = -1;
    int bestRoom = 0;
    for (int domain : domains) {
      int with = capacity(level, domain, true, inSlices);
      int cost = capacity(level, domain, false, inSlices) - with;
      int room = beside ? with : -with;
      boolean enough = counts.leader[level][domain] && total - cost >= amount;
      if (enough && (best < 0 || room > bestRoom)) {
        best = domain;
        bestRoom = room;
      }
    }
    if (best < 0) {
      return null;
    }
    return new Share(level, best, Math.min(amount, capacity(level, best, true, inSlices)), true);
  }

  private @Nullable List<Share> descend(List<Share> start) {
    List<Share> shares = start;
    int level = start.getFirst().level;
    while (level < ask.sliceLevel) {
      shares = pooled(level, shares);
      if (shares == null) {
        return null;
      }
      level++;
    }
    List<Share> inPods = new ArrayList<>();
    for (Share share : shares) {
      int pods = share.amount * ask.sliceSize;
      inPods.add(new Share(share.level, share.domain, pods, share.leads));
    }
    shares = inPods;
    while (level < tree.leafLevel()) {
      List<Share> lower = new ArrayList<>();
      for (Share share : shares) {
        List<Share> parts = divide(level + 1, childrenOf(share), share.amount, share.leads, false);
        if (parts == null) {
          return null;
        }
        lower.addAll(parts);
      }
      shares = lower;
      level++;
    }
    return shares;
  }

  private @Nullable List<Share> pooled(int level, List<Share> shares) {
    List<Integer> children = new ArrayList<>();
    int amount = 0;
    boolean leads = false;
    for (Share share : shares) {
      children.addAll(childrenOf(share));
      amount += share.amount;
      leads |= share.leads;
    }
    return divide(level + 1, children, amount, leads, true);
  }

  private List<Integer> childrenOf(Share share) {
    List<Integer> result = new ArrayList<>();
    for (int child : tree.children(share.level, share.domain)) {
      result.add(child);
    }
    return result;
  }

  private @Nullable List<Share> divide(
      int level, List<Integer> domains, int amount, boolean leads, boolean inSlices) {
    Share single = single(level, domains, amount, leads, inSlices);
    return single != null ? List.of(single) : spread(level, domains, amount, leads, inSlices);
  }

  private @Nullable Found emit(@Nullable List<Share> shares) {
    if (shares == null) {
      return null;
    }
    List<Share> sorted = new ArrayList<>(shares);
    sorted.sort(Comparator.comparingInt(Share::domain));
    List<int[]> workers = new ArrayList<>();
    Spot leader = null;
    for (Share share : sorted) {
      int node = tree.node(share.domain);
      if (share.amount > 0) {
        workers.add(new int[] {node, share.amount});
      }
      if (share.leads) {
        leader = Spot.of(List.of(new int[] {node, 1}));
      }
    }
    return new Found(Spot.of(workers), leader);
  }
}
