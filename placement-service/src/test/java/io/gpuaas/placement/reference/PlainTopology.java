package io.gpuaas.placement.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Domains for a gang the way Kueue finds them: greedily, level by level, on counts.
final class PlainTopology {
  /// A domain; a leaf has no children and is a node.
  static final class Domain {
    final List<String> path;
    final List<Domain> children = new ArrayList<>();
    int pods;
    int podsBesideLeader;
    boolean leader;
    int slices;
    int slicesBesideLeader;

    Domain(List<String> path) {
      this.path = path;
    }

    int pods(boolean leads) {
      return leads ? podsBesideLeader : pods;
    }

    int slices(boolean leads) {
      return leads ? slicesBesideLeader : slices;
    }
  }

  /// What is asked for.
  ///
  /// @param level where the search begins, 0 = outermost
  /// @param anywhere no level was asked for
  /// @param inner pods of domains of a level come in multiples of this; 0 = any number
  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  record Ask(
      int count,
      boolean leader,
      int level,
      boolean required,
      boolean anywhere,
      int sliceLevel,
      int sliceSize,
      int[] inner) {}

  private final List<Domain> roots;
  private final int levels;
  private final Ask ask;

  PlainTopology(List<Domain> roots, int levels, Ask ask) {
    this.roots = roots;
    this.levels = levels;
    this.ask = ask;
    roots.forEach(root -> sumUp(root, 0));
  }

  private record Share(Domain domain, int amount, boolean leads) {}

  /// Workers by node path; null when they do not fit as asked.
  @Nullable SortedMap<String, Integer> place() {
    if (ask.sliceLevel < ask.level || ask.count % ask.sliceSize != 0) {
      return null;
    }
    int slices = ask.count / ask.sliceSize;
    List<Share> shares = start(ask.level, slices);
    int level = shares == null ? 0 : shares.getFirst().domain.path.size() - 1;
    for (; shares != null && level < ask.sliceLevel; level++) {
      List<Domain> pool = new ArrayList<>();
      shares.forEach(share -> pool.addAll(share.domain.children));
      shares = minimise(pool, slices, ask.leader, it -> it.slices(false), it -> it.slices(true));
    }
    shares = shares == null ? null : inPods(shares);
    for (; shares != null && level < levels - 1; level++) {
      List<Share> lower = new ArrayList<>();
      for (Share share : shares) {
        List<Share> parts =
            minimise(
                share.domain.children,
                share.amount,
                share.leads,
                rounded(level + 1, false),
                rounded(level + 1, true));
        if (parts == null) {
          return null;
        }
        lower.addAll(parts);
      }
      shares = lower;
    }
    if (shares == null) {
      return null;
    }
    SortedMap<String, Integer> result = new TreeMap<>();
    for (Share share : shares) {
      if (share.amount > 0) {
        result.merge(share.domain.path.getLast(), share.amount, Integer::sum);
      }
    }
    return result;
  }

  private List<Share> inPods(List<Share> shares) {
    return shares.stream()
        .map(it -> new Share(it.domain, it.amount * ask.sliceSize, it.leads))
        .toList();
  }

  private ToIntFunction<Domain> rounded(int level, boolean leads) {
    return domain -> multiple(level, domain.pods(leads));
  }

  private int multiple(int level, int pods) {
    return ask.inner[level] == 0 ? pods : pods - pods % ask.inner[level];
  }

  private void sumUp(Domain domain, int level) {
    domain.children.forEach(child -> sumUp(child, level + 1));
    if (!domain.children.isEmpty()) {
      domain.leader = domain.children.stream().anyMatch(child -> child.leader);
      domain.pods = total(domain, it -> multiple(level + 1, it.pods));
      domain.podsBesideLeader =
          beside(domain, it -> multiple(level + 1, it.pods), rounded(level + 1, true));
    }
    if (level == ask.sliceLevel) {
      domain.slices = domain.pods / ask.sliceSize;
      domain.slicesBesideLeader = domain.podsBesideLeader / ask.sliceSize;
    } else if (level < ask.sliceLevel) {
      domain.slices = total(domain, it -> it.slices);
      domain.slicesBesideLeader = beside(domain, it -> it.slices, it -> it.slicesBesideLeader);
    }
  }

  private static int total(Domain domain, ToIntFunction<Domain> of) {
    return domain.children.stream().mapToInt(of).sum();
  }

  private static int beside(Domain domain, ToIntFunction<Domain> all, ToIntFunction<Domain> less) {
    int cost =
        domain.children.stream()
            .filter(child -> child.leader)
            .mapToInt(child -> all.applyAsInt(child) - less.applyAsInt(child))
            .min()
            .orElse(-1);
    return cost < 0 ? 0 : total(domain, all) - cost;
  }

  private List<Domain> domains(int level) {
    List<Domain> found = roots;
    for (int i = 0; i < level; i++) {
      found = found.stream().flatMap(it -> it.children.stream()).toList();
    }
    return found;
  }

  private @Nullable List<Share> start(int level, int slices) {
    Domain single = smallest(domains(level), slices, ask.leader, it -> it.slices(ask.leader));
    if (single != null) {
      return List.of(new Share(single, slices, ask.leader));
    }
    if (ask.required) {
      return null;
    }
    if (level > 0 && !ask.anywhere) {
      return start(level - 1, slices);
    }
    return greedy(
        domains(level), slices, ask.leader, it -> it.slices(false), it -> it.slices(true));
  }

  /// The smallest that is enough; of equals the one with the fewest pods, then the first.
  private @Nullable Domain smallest(
      List<Domain> domains, int amount, boolean leads, ToIntFunction<Domain> capacity) {
    return domains.stream()
        .filter(it -> capacity.applyAsInt(it) >= amount && (!leads || it.leader))
        .min(
            Comparator.comparingInt(capacity)
                .thenComparingInt(it -> it.pods(leads))
                .thenComparing(it -> it.path.toString()))
        .orElse(null);
  }

  private @Nullable List<Share> minimise(
      List<Domain> domains,
      int amount,
      boolean leads,
      ToIntFunction<Domain> all,
      ToIntFunction<Domain> beside) {
    Domain single = smallest(domains, amount, leads, leads ? beside : all);
    return single != null && !ask.anywhere
        ? List.of(new Share(single, amount, leads))
        : greedy(domains, amount, leads, all, beside);
  }

  private @Nullable List<Share> greedy(
      List<Domain> domains,
      int amount,
      boolean leads,
      ToIntFunction<Domain> all,
      ToIntFunction<Domain> beside) {
    List<Share> result = new ArrayList<>();
    List<Domain> left = new ArrayList<>(domains);
    int missing = amount;
    if (leads) {
      int total = left.stream().mapToInt(all).sum();
      left.sort(order(beside));
      Domain host =
          left.stream()
              .filter(it -> it.leader)
              .filter(it -> total - all.applyAsInt(it) + beside.applyAsInt(it) >= amount)
              .findFirst()
              .orElse(null);
      if (host == null) {
        return null;
      }
      int part = Math.min(missing, beside.applyAsInt(host));
      result.add(new Share(host, part, true));
      left.remove(host);
      missing -= part;
    }
    left.sort(order(all));
    for (int i = 0; i < left.size() && missing > 0; i++) {
      Domain next = left.get(i);
      if (!ask.anywhere && all.applyAsInt(next) >= missing) {
        Domain last = smallest(left.subList(i, left.size()), missing, false, all);
        next = last == null ? next : last;
      }
      int part = Math.min(missing, all.applyAsInt(next));
      result.add(new Share(next, part, false));
      missing -= part;
    }
    return missing > 0 ? null : result;
  }

  /// Most slices first, or least where anything goes; then fewest pods.
  private Comparator<Domain> order(ToIntFunction<Domain> capacity) {
    Comparator<Domain> bySize = Comparator.comparingInt(capacity);
    return (ask.anywhere ? bySize : bySize.reversed())
        .thenComparingInt(it -> it.pods)
        .thenComparing(it -> it.path.toString());
  }
}
