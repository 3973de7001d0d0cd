package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PodSet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides on one job with the state as it is, and changes nothing.
final class Nominator {
  private static final long STEPS_MAX = 32;
  private final CycleState state;
  private final Placer placer;
  private final FlavorAssigner assigner;
  private final VictimSearch search;

  Nominator(CycleState state, Placer placer) {
    this.state = state;
    this.placer = placer;
    search = new VictimSearch(state, placer);
    assigner = new FlavorAssigner(state, placer, search);
  }

  /// The whole job, else as much of it as fits where it may start smaller; a patient job only where
  /// it wants to lie.
  Nomination nominate(Waiter waiter) {
    Patience patience = Patience.of(waiter, state);
    return patience == null ? nominateNow(waiter) : nominate(waiter, patience);
  }

  private Nomination nominate(Waiter waiter, Patience patience) {
    Nomination worse = nominateNow(waiter);
    if (!worse.isUseful()) {
      return worse;
    }
    if (worse.assignment().spots != null && patience.isMetBy(worse.assignment(), placer)) {
      return worse;
    }
    Nomination better =
        worse.victims().isEmpty()
            ? withoutVictims(patience.strict())
            : nominateNow(patience.strict());
    if (better != null && better.isUseful()) {
      return new Nomination(waiter, better.assignment(), better.victims());
    }
    state.repeatAt(patience.until());
    return patience.waiting(worse, placer);
  }

  private Nomination nominateNow(Waiter waiter) {
    Nomination whole = nominate(waiter, waiter.shape().fullCounts(), null);
    if (whole.isUseful() || !waiter.shape().mayShrink()) {
      return whole;
    }
    Nomination smaller = nominateSmaller(waiter);
    return smaller.isUseful() ? smaller : whole;
  }

  /// So much of the job as needs no victims: the most that does not borrow, else the most that
  /// fits; null when nothing does. A job whose victims are gone must not take more than they were
  /// taken for, or it would be a victim itself at once.
  @Nullable Nomination clearedFor(Waiter waiter) {
    Patience patience = Patience.of(waiter, state);
    Nomination found = withoutVictims(patience == null ? waiter : patience.strict());
    return found == null ? null : new Nomination(waiter, found.assignment(), found.victims());
  }

  private @Nullable Nomination withoutVictims(Waiter waiter) {
    List<PodSet> sets = waiter.shape().key.podSets;
    long steps = Math.min(shrinkage(sets), STEPS_MAX);
    Nomination most = null;
    for (long step = 0; step <= steps; step++) {
      int[] counts = counts(sets, step, Math.max(1, steps));
      Assignment assignment = anyFlavors(waiter, counts);
      if (assignment != null) {
        Nomination found = new Nomination(waiter, assignment, List.of());
        if (assignment.borrowLevel == 0) {
          return found;
        }
        most = most == null ? found : most;
      }
    }
    return most;
  }

  /// The greedy choice of flavors, else the first of all other choices that needs no victims; null
  /// when none does. Tries no more than a few dozen.
  private @Nullable Assignment anyFlavors(Waiter waiter, int[] counts) {
    Assignment greedy = assigner.assignWithoutVictims(waiter, counts, null);
    if (greedy.mode.compareTo(Mode.DEFERRED) >= 0) {
      return greedy;
    }
    Assignment pinned = new Assignment(waiter.shape(), counts);
    for (int[] groups : pinned.chosen) {
      Arrays.fill(groups, 0);
    }
    for (int tries = 0; tries < STEPS_MAX; tries++) {
      Assignment found = assigner.assignWithoutVictims(waiter, counts, pinned);
      if (found.mode.compareTo(Mode.DEFERRED) >= 0) {
        return found;
      }
      if (!advance(waiter.shape(), pinned.chosen)) {
        return null;
      }
    }
    return null;
  }

  /// The next choice of flavors, counting like an odometer; false after the last.
  private static boolean advance(Shape shape, int[][] chosen) {
    for (int pod = chosen.length - 1; pod >= 0; pod--) {
      for (int group = chosen[pod].length - 1; group >= 0; group--) {
        chosen[pod][group]++;
        if (chosen[pod][group] < shape.pods.get(pod).groups.get(group).flavors.length) {
          return true;
        }
        chosen[pod][group] = 0;
      }
    }
    return false;
  }

  /// Empty and healthy nodes.
  Room hardware() {
    return assigner.hardware();
  }

  /// Again, with the flavors of an earlier nomination.
  Nomination again(Nomination earlier) {
    Assignment chosen = earlier.assignment();
    Waiter asked = Waiter.of(earlier.waiter().workload(), chosen.shape);
    Nomination found = nominate(asked, chosen.counts, chosen);
    return new Nomination(earlier.waiter(), found.assignment(), found.victims());
  }

  /// Where the search for flavors stopped early and nothing comes of it, it goes on behind: what
  /// other schedulers remember for their next cycle is looked at in this one. It is not with the
  /// heads of queues alone, as they do, and not where there are no nodes that could be in the way.
  private Nomination nominate(Waiter waiter, int[] counts, @Nullable Assignment pinned) {
    Nomination first = nomination(waiter, assigner.assign(waiter, counts, pinned));
    boolean nodesMayFail = state.catalog.knowsNodes();
    boolean heads = state.index.policy.headsPerProject() == 1;
    boolean goesOn = pinned == null && nodesMayFail && !heads;
    Nomination found = first;
    for (int tries = 0; goesOn && tries < STEPS_MAX && !found.isUseful(); tries++) {
      goesOn = found.assignment().hasFurtherFlavors();
      if (goesOn) {
        Assignment further = assigner.assignBeyond(found.assignment(), waiter, counts);
        found = nomination(waiter, further);
      }
    }
    return found.isUseful() ? found : first;
  }

  private Nomination nomination(Waiter waiter, Assignment assignment) {
    return switch (assignment.mode) {
      case NO_FIT, FIT, DEFERRED -> new Nomination(waiter, assignment, List.of());
      case NO_CANDIDATES, PREEMPT, RECLAIM -> withVictims(waiter, assignment);
    };
  }

  private Nomination withVictims(Waiter waiter, Assignment assignment) {
    Want want = Want.of(waiter, assignment);
    List<Victim> victims = search.find(want);
    if (!victims.isEmpty() && state.catalog.knowsNodes()) {
      assignment.spots = search.placeWithout(want, victims, placer);
    }
    return new Nomination(waiter, assignment, victims);
  }

  /// Binary search for the largest counts that fit; that fewer pods fit where more do is assumed,
  /// as Kueue does.
  private Nomination nominateSmaller(Waiter waiter) {
    List<PodSet> sets = waiter.shape().key.podSets;
    long shrinkage = shrinkage(sets);
    long low = 1;
    long high = shrinkage;
    Nomination best = nominate(waiter, counts(sets, shrinkage, shrinkage), null);
    while (low < high && best.isUseful()) {
      long middle = (low + high) >>> 1;
      Nomination tried = nominate(waiter, counts(sets, middle, shrinkage), null);
      if (tried.isUseful()) {
        best = tried;
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return best;
  }

  /// How many pods may be missing in all.
  private static long shrinkage(List<PodSet> sets) {
    return sets.stream().mapToLong(set -> (long) set.count() - set.minCount()).sum();
  }

  private static int[] counts(List<PodSet> sets, long step, long steps) {
    return sets.stream()
        .mapToInt(set -> set.count() - (int) ((set.count() - set.minCount()) * step / steps))
        .toArray();
  }

  /// Whether the job fits once all victims of earlier decisions and its own are gone.
  boolean stillFits(Nomination nomination) {
    return search.fitsWithout(
        Want.of(nomination.waiter(), nomination.assignment()), nomination.victims());
  }
}
