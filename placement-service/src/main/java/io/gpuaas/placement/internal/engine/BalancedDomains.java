package io.gpuaas.placement.internal.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Spreads a gang evenly over as few sibling domains of the level asked for as can hold it.
///
/// Of the sets of siblings that can hold it, the one where the domain with the fewest slices gets
/// the most; then the one with the fewest domains; then the first. Differs from Kueue's balanced
/// placement in: what is left after each domain has got as many as the smallest one goes round, a
/// slice to each, instead of to the first.
final class BalancedDomains {
  private final TopologyTree tree;
  private final TopologyAsk ask;
  private final DomainCounts counts;

  BalancedDomains(TopologyTree tree, TopologyAsk ask, DomainCounts counts) {
    this.tree = tree;
    this.ask = ask;
    this.counts = counts;
  }

  /// A domain's slices, and whether the leader lies there.
  record Part(int domain, int slices, boolean leads) {}

  /// Null when no set of siblings can hold the gang.
  @Nullable List<Part> find() {
    Plan best = null;
    for (List<Integer> siblings : siblings()) {
      Plan plan = plan(siblings);
      if (plan != null && (best == null || plan.isBetter(best))) {
        best = plan;
      }
    }
    return best == null ? null : best.parts;
  }

  private List<List<Integer>> siblings() {
    List<List<Integer>> sets = new ArrayList<>();
    int parents = ask.level == 0 ? 1 : tree.domains(ask.level - 1);
    for (int parent = 0; parent < parents; parent++) {
      List<Integer> set = new ArrayList<>();
      if (ask.level == 0) {
        for (int domain = 0; domain < tree.domains(0); domain++) {
          set.add(domain);
        }
      } else {
        for (int child : tree.children(ask.level - 1, parent)) {
          set.add(child);
        }
      }
      sets.add(set);
    }
    return sets;
  }

  /// Even parts on one set of siblings.
  private record Plan(List<Part> parts, int least) {
    boolean isBetter(Plan other) {
      return least != other.least ? least > other.least : parts.size() < other.parts.size();
    }
  }

  /// A sibling with what it can take.
  private record Sibling(int domain, int capacity, boolean leads) {}

  private @Nullable Plan plan(List<Integer> domains) {
    List<Sibling> siblings = new ArrayList<>();
    int host = ask.leader == null ? -1 : leaderHost(domains);
    if (ask.leader != null && host < 0) {
      return null;
    }
    for (int domain : domains) {
      boolean leads = domain == host;
      siblings.add(new Sibling(domain, counts.slices(ask.level, domain, leads), leads));
    }
    siblings.sort(
        Comparator.<Sibling>comparingInt(it -> it.leads ? 0 : 1)
            .thenComparingInt(it -> -it.capacity)
            .thenComparingInt(it -> it.domain));
    int used = 0;
    long room = 0;
    while (used < siblings.size() && room < ask.slices()) {
      room += siblings.get(used++).capacity;
    }
    return room < ask.slices() ? null : spread(tightened(siblings, used, room));
  }

  private int leaderHost(List<Integer> domains) {
    int best = -1;
    for (int domain : domains) {
      boolean more =
          best < 0 || counts.slices(ask.level, domain, true) > counts.slices(ask.level, best, true);
      if (counts.leader[ask.level][domain] && more) {
        best = domain;
      }
    }
    return best;
  }

  /// As many siblings, but smaller ones in place of larger ones where they are enough: what is left
  /// over in them is least, and the large ones stay free.
  private List<Sibling> tightened(List<Sibling> siblings, int used, long roomBefore) {
    List<Sibling> chosen = new ArrayList<>(siblings.subList(0, used));
    List<Sibling> rest = new ArrayList<>(siblings.subList(used, siblings.size()));
    long room = roomBefore;
    int least = Math.min(ask.slices() / used, chosen.getLast().capacity);
    for (int i = 0; i < chosen.size(); i++) {
      Sibling large = chosen.get(i);
      for (int j = rest.size() - 1; j >= 0 && !large.leads; j--) {
        Sibling small = rest.get(j);
        boolean smaller = small.capacity < large.capacity && small.capacity >= least;
        if (smaller && room - large.capacity + small.capacity >= ask.slices()) {
          room += small.capacity - large.capacity;
          rest.remove(j);
          chosen.set(i, small);
          break;
        }
      }
    }
    return chosen;
  }

  private Plan spread(List<Sibling> chosen) {
    int[] slices = new int[chosen.size()];
    int left = ask.slices();
    while (left > 0) {
      for (int i = 0; i < slices.length && left > 0; i++) {
        if (slices[i] < chosen.get(i).capacity) {
          slices[i]++;
          left--;
        }
      }
    }
    List<Part> parts = new ArrayList<>();
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < slices.length; i++) {
      Sibling sibling = chosen.get(i);
      parts.add(new Part(sibling.domain, slices[i], sibling.leads));
      least = Math.min(least, slices[i]);
    }
    return new Plan(parts, least);
  }
}
