package io.gpuaas.placement.reference;

import io.gpuaas.placement.reference.PlainQuota.Share;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.PreemptionPolicy.Reclaim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Victims by dominant resource share.
final class PlainFairVictims {
  private final PlainState state;
  private final PlainQuota quota;
  private final PlainAsk ask;
  private final Comparator<PlainRun> order;
  private final List<PlainVictim> taken = new ArrayList<>();

  PlainFairVictims(PlainState state, PlainAsk ask) {
    this.state = state;
    this.ask = ask;
    quota = state.quota;
    order =
        Comparator.<PlainRun, Boolean>comparing(run -> run.node().equals(ask.node()))
            .thenComparing(PlainRun.ORDER);
  }

  /// Empty when no legal set would do.
  List<PlainVictim> find() {
    SortedMap<String, List<PlainRun>> candidates = candidates();
    quota.add(ask.job().project(), ask.usage());
    List<PlainRun> retry = new ArrayList<>();
    boolean fits = first(candidates, retry) || (state.twoStrategies && second(retry));
    for (int i = taken.size() - 2; fits && i >= 0; i--) {
      PlainVictim back = taken.get(i);
      state.with(back.run());
      if (fits()) {
        taken.set(i, taken.getLast());
        taken.removeLast();
      } else {
        state.without(back.run());
      }
    }
    taken.forEach(it -> state.with(it.run()));
    quota.remove(ask.job().project(), ask.usage());
    return fits ? taken : List.of();
  }

  private SortedMap<String, List<PlainRun>> candidates() {
    PreemptionPolicy policy = state.project(ask.job().project()).preemption();
    List<PlainRun> found = new ArrayList<>();
    for (PlainRun run : state.staying) {
      if (run.uses(ask.contested())) {
        boolean lower = run.job().priority() < ask.job().priority();
        boolean reclaims =
            policy.reclaimWithinCohort() == Reclaim.ANY
                || (policy.reclaimWithinCohort() == Reclaim.LOWER_PRIORITY && lower);
        boolean own = run.node().equals(ask.node());
        boolean sameTree =
            quota.parent(run.node()) != null
                && quota.root(run.node()).equals(quota.root(ask.node()));
        boolean mayTake =
            own
                ? PlainClassicalVictims.mayTakeOwn(policy, ask, run)
                : reclaims
                    && sameTree
                    && !quota.withinOwn(run.node(), ask.contested())
                    && !state.heldNow.withinOwn(run.node(), ask.contested());
        if (mayTake) {
          found.add(run);
        }
      }
    }
    return byProject(found);
  }

  private SortedMap<String, List<PlainRun>> byProject(List<PlainRun> runs) {
    SortedMap<String, List<PlainRun>> result = new TreeMap<>();
    runs.stream()
        .sorted(order)
        .forEach(run -> result.computeIfAbsent(run.node(), _ -> new ArrayList<>()).add(run));
    return result;
  }

  private boolean fits() {
    quota.remove(ask.job().project(), ask.usage());
    boolean fits = ask.fits(quota, true);
    quota.add(ask.job().project(), ask.usage());
    return fits;
  }

  private boolean first(SortedMap<String, List<PlainRun>> left, List<PlainRun> retry) {
    SortedSet<String> pruned = new TreeSet<>();
    for (String node = next(left, pruned); node != null; node = next(left, pruned)) {
      List<PlainRun> there = left.getOrDefault(node, new ArrayList<>());
      boolean took = true;
      if (node.equals(ask.node())) {
        take(there.removeFirst(), "InProject");
      } else if (quota.withinOwn(ask.node(), ask.contested())) {
        take(there.removeFirst(), "InCohortReclamation");
      } else {
        took = takeByShare(node, there, retry);
      }
      if (took && fits()) {
        return true;
      }
    }
    return false;
  }

  private boolean takeByShare(String node, List<PlainRun> there, List<PlainRun> retry) {
    String[] sides = sides(node);
    Share mine = quota.share(sides[0]);
    Share theirs = quota.share(sides[1]);
    boolean hopeless = mine.infinite() && !theirs.infinite();
    while (!there.isEmpty()) {
      PlainRun run = there.removeFirst();
      state.without(run);
      Share after = quota.share(sides[1]);
      boolean passes =
          state.finalShareFirst ? mine.compareTo(after) <= 0 : mine.compareTo(theirs) < 0;
      state.with(run);
      if (passes && !hopeless) {
        take(run, "InCohortFairSharing");
        return true;
      }
      retry.add(run);
    }
    return false;
  }

  private boolean second(List<PlainRun> retry) {
    SortedMap<String, List<PlainRun>> left = byProject(retry);
    SortedSet<String> pruned = new TreeSet<>();
    for (String node = next(left, pruned); node != null; node = next(left, pruned)) {
      String[] sides = sides(node);
      if (quota.share(sides[0]).compareTo(quota.share(sides[1])) < 0) {
        take(left.getOrDefault(node, new ArrayList<>()).removeFirst(), "InCohortFairSharing");
        if (fits()) {
          return true;
        }
      }
      pruned.add(node);
    }
    return false;
  }

  private void take(PlainRun run, String reason) {
    state.without(run);
    taken.add(new PlainVictim(run, reason));
  }

  /// The children of the lowest cohort that both are in: on the asker's side, on the other's.
  private String[] sides(String node) {
    List<String> mine = quota.upwards(ask.node());
    List<String> theirs = quota.upwards(node);
    String common = mine.stream().filter(theirs::contains).findFirst().orElseThrow();
    return new String[] {
      mine.get(mine.indexOf(common) - 1), theirs.get(theirs.indexOf(common) - 1)
    };
  }

  /// The project to take from next, null when there is none left.
  private @Nullable String next(SortedMap<String, List<PlainRun>> left, SortedSet<String> pruned) {
    String root = quota.root(ask.node());
    if (root.equals(ask.node())) {
      return left.getOrDefault(root, List.of()).isEmpty() ? null : root;
    }
    while (!pruned.contains(root)) {
      String found = next(root, left, pruned);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable String next(
      String cohort, SortedMap<String, List<PlainRun>> left, SortedSet<String> pruned) {
    String project = null;
    String inner = null;
    for (String child : quota.children(cohort)) {
      if (pruned.contains(child)) {
        continue;
      }
      boolean leaf = PlainQuota.isProject(child);
      boolean mine = quota.upwards(ask.node()).contains(child);
      boolean empty = leaf && left.getOrDefault(child, List.of()).isEmpty();
      if (empty || (!mine && !quota.share(child).borrowing())) {
        pruned.add(child);
      } else if (leaf) {
        project = project == null || isBefore(child, project, left) ? child : project;
      } else {
        boolean more = inner == null || quota.share(child).compareTo(quota.share(inner)) > 0;
        inner = more ? child : inner;
      }
    }
    if (project == null && inner == null) {
      pruned.add(cohort);
      return null;
    }
    boolean down =
        inner != null
            && (project == null || quota.share(inner).compareTo(quota.share(project)) >= 0);
    return down && inner != null ? next(inner, left, pruned) : project;
  }

  private boolean isBefore(String a, String b, SortedMap<String, List<PlainRun>> left) {
    int compared = quota.share(a).compareTo(quota.share(b));
    if (compared != 0) {
      return compared > 0;
    }
    PlainRun first = left.getOrDefault(a, List.of()).getFirst();
    PlainRun second = left.getOrDefault(b, List.of()).getFirst();
    return order.compare(first, second) < 0;
  }
}
