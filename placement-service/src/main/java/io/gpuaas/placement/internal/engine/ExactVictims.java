package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.internal.engine.Candidates.Candidate;
import io.gpuaas.quota.Amount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Improves on a set of victims by trying others, cheapest first, as long as that is affordable:
/// with few candidates it finds the cheapest set there is.
///
/// Branches over the candidates, the dearest first: it stays, if the job still fits when all that
/// are not decided on are gone, or it goes. A branch ends where it is no cheaper than the best set
/// known. The number of looks is bounded, by the size of the domain too.
final class ExactVictims {
  private static final int MOST_CANDIDATES = 64;
  private static final long LOOKS_TIMES_NODES = 60_000;

  private final Removal removal;
  private final VictimCost cost;
  private final Want want;
  private final Candidates candidates;
  private final boolean mayBorrow;
  private final List<Candidate> dearestFirst;
  private final List<Candidate> going = new ArrayList<>();
  private List<Candidate> best;
  private long bestCost;
  private long looksLeft;

  ExactVictims(
      Removal removal,
      VictimCost cost,
      Want want,
      Candidates candidates,
      boolean mayBorrow,
      List<Candidate> known) {
    this.removal = removal;
    this.cost = cost;
    this.want = want;
    this.candidates = candidates;
    this.mayBorrow = mayBorrow;
    dearestFirst = new ArrayList<>();
    best = known;
    bestCost = costOf(known);
    int nodes = want.within() == null ? 1 : want.within().cardinality();
    looksLeft = LOOKS_TIMES_NODES / Math.max(16, nodes);
  }

  /// The cheapest legal set found; `known` when none is cheaper. Leaves the state as it was.
  List<Candidate> improve(List<Candidate> pool) {
    if (pool.size() > MOST_CANDIDATES) {
      return best;
    }
    for (Candidate candidate : pool) {
      boolean tooDear =
          mayBorrow && candidate.right() == Candidates.Right.RECLAIM_WITHOUT_BORROWING;
      if (!tooDear && cost.of(candidate.holding()) < bestCost) {
        dearestFirst.add(candidate);
      }
    }
    if (best.size() + dearestFirst.size() < 2) {
      return best;
    }
    dearestFirst.sort(Comparator.comparingLong(it -> -cost.of(it.holding())));
    dearestFirst.forEach(it -> removal.remove(it.holding()));
    if (removal.fits(want, mayBorrow)) {
      branch(0, 0);
    }
    dearestFirst.forEach(it -> removal.putBack(it.holding()));
    return best;
  }

  private long costOf(List<Candidate> victims) {
    long sum = 0;
    for (Candidate victim : victims) {
      sum = Amount.plus(sum, cost.of(victim.holding()));
    }
    return sum;
  }

  private void branch(int next, long soFar) {
    if (soFar >= bestCost || looksLeft <= 0) {
      return;
    }
    if (next == dearestFirst.size()) {
      if (isLegal()) {
        best = List.copyOf(going);
        bestCost = soFar;
      }
      return;
    }
    Candidate candidate = dearestFirst.get(next);
    looksLeft--;
    removal.putBack(candidate.holding());
    if (removal.fits(want, mayBorrow)) {
      branch(next + 1, soFar);
    }
    removal.remove(candidate.holding());
    going.add(candidate);
    branch(next + 1, Amount.plus(soFar, cost.of(candidate.holding())));
    going.removeLast();
  }

  /// Whether the victims can be taken one after the other, each with a right to it at its turn.
  private boolean isLegal() {
    going.forEach(it -> removal.putBack(it.holding()));
    List<Candidate> waiting = new ArrayList<>(going);
    boolean moved = true;
    while (moved && !waiting.isEmpty()) {
      moved = false;
      for (Candidate candidate : List.copyOf(waiting)) {
        if (candidates.isValid(candidate)) {
          removal.remove(candidate.holding());
          waiting.remove(candidate);
          moved = true;
        }
      }
    }
    waiting.forEach(it -> removal.remove(it.holding()));
    return waiting.isEmpty();
  }
}
