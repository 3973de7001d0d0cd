package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.internal.engine.Candidates.Candidate;
import io.gpuaas.placement.internal.engine.Candidates.Right;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Chooses domain and victims together: for each domain that could hold the gang, who would have to
/// leave it; then the domain where that costs the least.
///
/// The cost of a set of victims is, in this order: its highest priority, the work lost, and the
/// number of jobs. Nobody is taken off other domains, save where the quota needs more.
final class JointSearch {
  private final CycleState state;
  private final Placer placer;
  private final Removal removal;
  private final ClassicalVictims classical;
  private final VictimCost cost;

  JointSearch(CycleState state, Placer placer, Removal removal, ClassicalVictims classical) {
    this.state = state;
    this.placer = placer;
    this.removal = removal;
    this.classical = classical;
    cost = new VictimCost(state.index, state.now);
  }

  /// The victims, none when no legal set of them would do. Leaves the state as it was.
  List<Victim> find(Want want, GangAsk gang, Candidates candidates) {
    if (candidates.ordered.isEmpty()) {
      return List.of();
    }
    List<Candidate> best = List.of();
    for (BitSet domain : domains(gang)) {
      List<Candidate> found = clear(want.inside(domain), gang, candidates);
      if (!found.isEmpty() && (best.isEmpty() || isCheaper(found, best))) {
        best = found;
      }
    }
    return best.stream().map(Candidate::toVictim).toList();
  }

  /// The same by dominant resource share. In each domain the suggested victims are tried first.
  List<Victim> findFair(Want want, GangAsk gang, FairVictims fair) {
    List<Holding> candidates = fair.candidates(want);
    List<Victim> best = List.of();
    for (BitSet domain : domains(gang)) {
      Want inside = want.inside(domain);
      List<Holding> touching = candidates.stream().filter(it -> touches(it, domain)).toList();
      List<Holding> suggested =
          new NodeClearing(state.future(), cost, touching).suggest(gang, domain);
      List<Victim> found = List.of();
      if (suggested != null) {
        SortedSet<Holding> few = new TreeSet<>(WorldIndex.HOLDING_BY_ID);
        few.addAll(suggested);
        found = fair.find(inside, candidates.stream().filter(few::contains).toList());
      }
      if (found.isEmpty()) {
        found = fair.find(inside, touching);
      }
      if (found.isEmpty()) {
        found = fair.find(inside, candidates);
      }
      if (!found.isEmpty() && (best.isEmpty() || cost.of(found) < cost.of(best))) {
        best = found;
      }
    }
    return best;
  }

  /// Sets of nodes, each of which alone may hold the gang.
  private List<BitSet> domains(GangAsk gang) {
    List<BitSet> result = new ArrayList<>();
    for (int pod = 0; pod < gang.counts.length && result.isEmpty(); pod++) {
      TopologyRequest request = TopologyAsk.requestOf(gang.pod(pod).set);
      TopologyTree tree = placer.topologyOf(gang.flavors[pod]);
      if (request.mode() == TopologyRequest.Mode.REQUIRED && tree != null) {
        result.addAll(tree.nodesByDomain(tree.level(request.level())));
      }
    }
    if (!result.isEmpty() && gang.counts.length == 1) {
      return result;
    }
    if (gang.shape.spanClusters() || state.catalog.clusters().size() == 1) {
      BitSet all = new BitSet();
      all.set(0, state.catalog.nodes().size());
      return List.of(all);
    }
    return state.catalog.clusters();
  }

  private boolean isCheaper(List<Candidate> a, List<Candidate> b) {
    int compared = Integer.compare(highestPriority(a), highestPriority(b));
    if (compared == 0) {
      compared = Long.compare(costOf(a), costOf(b));
    }
    return compared != 0 ? compared < 0 : a.size() < b.size();
  }

  private static int highestPriority(List<Candidate> victims) {
    return victims.stream().mapToInt(it -> it.holding().priority).max().orElse(0);
  }

  private long costOf(List<Candidate> victims) {
    return cost.of(victims.stream().map(Candidate::toVictim).toList());
  }

  /// The cheapest victims found for one domain, looking at as low priorities as will do.
  private List<Candidate> clear(Want want, GangAsk gang, Candidates candidates) {
    if (!couldHold(want, gang, candidates)) {
      return List.of();
    }
    SortedSet<Integer> priorities = new TreeSet<>();
    candidates.ordered.forEach(it -> priorities.add(it.holding().priority));
    for (int highest : priorities) {
      List<Candidate> lower = new ArrayList<>();
      for (Candidate candidate : candidates.ordered) {
        if (candidate.holding().priority <= highest) {
          lower.add(candidate);
        }
      }
      List<Candidate> found = clear(want, gang, candidates, lower);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  /// A quick look whether it is worth searching: with all candidates gone, would it fit?
  private boolean couldHold(Want want, GangAsk gang, Candidates candidates) {
    List<Holding> touching = new ArrayList<>();
    for (Candidate candidate : candidates.ordered) {
      if (touches(candidate.holding(), want.within())) {
        touching.add(candidate.holding());
      }
    }
    touching.forEach(it -> it.giveTo(state.future()));
    boolean fits = placer.placeWithin(want.within(), state.future(), gang) != null;
    touching.forEach(it -> it.takeFrom(state.future()));
    return fits;
  }

  private static boolean touches(Holding holding, @Nullable BitSet nodes) {
    for (int node : holding.nodes) {
      if (nodes == null || nodes.get(node)) {
        return true;
      }
    }
    return false;
  }

  private List<Candidate> clear(
      Want want, GangAsk gang, Candidates candidates, List<Candidate> allowed) {
    List<Candidate> order = inOrderOfUse(want, gang, allowed);
    for (boolean mayBorrow : classical.attempts(want, candidates)) {
      List<Candidate> taken = attempt(want, candidates, order, mayBorrow);
      if (!taken.isEmpty()) {
        return taken;
      }
    }
    return List.of();
  }

  /// First those that the nodes suggest, then others in the domain, then the rest.
  private List<Candidate> inOrderOfUse(Want want, GangAsk gang, List<Candidate> allowed) {
    List<Holding> touching = new ArrayList<>();
    for (Candidate candidate : allowed) {
      if (touches(candidate.holding(), want.within())) {
        touching.add(candidate.holding());
      }
    }
    List<Holding> suggested =
        new NodeClearing(state.future(), cost, touching).suggest(gang, want.within());
    SortedSet<Holding> first = new TreeSet<>(WorldIndex.HOLDING_BY_ID);
    if (suggested != null) {
      first.addAll(suggested);
    }
    List<Candidate> result = new ArrayList<>();
    List<Candidate> inside = new ArrayList<>();
    List<Candidate> outside = new ArrayList<>();
    for (Candidate candidate : allowed) {
      if (first.contains(candidate.holding())) {
        result.add(candidate);
      } else if (touches(candidate.holding(), want.within())) {
        inside.add(candidate);
      } else {
        outside.add(candidate);
      }
    }
    int suggestions = result.size();
    result.addAll(inside);
    result.addAll(outside);
    bulk = suggestions;
    return result;
  }

  private int bulk;

  private List<Candidate> attempt(
      Want want, Candidates candidates, List<Candidate> order, boolean mayBorrow) {
    List<Candidate> taken = new ArrayList<>();
    boolean fits = false;
    for (int i = 0; i < order.size() && !fits; i++) {
      Candidate candidate = order.get(i);
      boolean tooDear = mayBorrow && candidate.right() == Right.RECLAIM_WITHOUT_BORROWING;
      if (!tooDear && candidates.isValid(candidate)) {
        removal.remove(candidate.holding());
        taken.add(candidate);
        fits = i >= bulk - 1 && removal.fits(want, mayBorrow);
      }
    }
    if (fits) {
      giveBack(want, taken, mayBorrow);
    }
    taken.forEach(it -> removal.putBack(it.holding()));
    return fits ? taken : List.of();
  }

  /// Gives back all that are not needed, the dearest first.
  private void giveBack(Want want, List<Candidate> taken, boolean mayBorrow) {
    List<Candidate> dearest = new ArrayList<>(taken);
    dearest.sort(
        Comparator.<Candidate>comparingInt(it -> -it.holding().priority)
            .thenComparingLong(it -> -cost.of(it.holding())));
    for (Candidate candidate : dearest) {
      removal.putBack(candidate.holding());
      if (removal.fits(want, mayBorrow)) {
        taken.remove(candidate);
      } else {
        removal.remove(candidate.holding());
      }
    }
  }
}
