package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.internal.engine.Candidates.Candidate;
import io.gpuaas.placement.internal.engine.Candidates.Right;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
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
  List<Victim> find(Want want, GangAsk gang, Candidates candidates, Comparator<Holding> order) {
    List<Candidate> pool = candidates.usable();
    List<Holding> jobs = pool.stream().map(Candidate::holding).toList();
    List<BitSet> domains = jobs.isEmpty() ? List.of() : feasibleDomains(want, gang, jobs);
    if (domains.isEmpty()) {
      return List.of();
    }
    List<Candidate> sorted = new ArrayList<>(pool);
    sorted.sort(Comparator.comparing(Candidate::holding, order));
    List<Candidate> best = List.of();
    for (BitSet domain : domains) {
      List<Candidate> found = clear(want.inside(domain), gang, candidates, sorted);
      if (!found.isEmpty() && (best.isEmpty() || isCheaper(found, best))) {
        best = found;
      }
    }
    return best.stream().map(Candidate::toVictim).toList();
  }

  /// The same by dominant resource share. In each domain the suggested victims are tried first.
  List<Victim> findFair(Want want, GangAsk gang, FairVictims fair) {
    List<Holding> candidates = fair.candidates(want);
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<Victim> best = List.of();
    for (BitSet domain : feasibleDomains(want, gang, candidates)) {
      List<Victim> found = clearFair(want.inside(domain), gang, fair, candidates);
      if (!found.isEmpty() && (best.isEmpty() || cost.of(found) < cost.of(best))) {
        best = found;
      }
    }
    return best;
  }

  private List<Victim> clearFair(
      Want want, GangAsk gang, FairVictims fair, List<Holding> candidates) {
    List<Holding> touching = candidates.stream().filter(it -> touches(it, want.within())).toList();
    BitSet suggested =
        new NodeClearing(state.future(), cost, touching).suggest(gang, want.within());
    List<Victim> found = List.of();
    if (suggested != null) {
      found = fair.find(want, suggested.stream().mapToObj(touching::get).toList());
    }
    if (found.isEmpty()) {
      found = fair.find(want, touching);
    }
    return found.isEmpty() ? fair.find(want, candidates) : found;
  }

  /// The domains where the gang would fit if all candidates were gone, none when the quota would
  /// not do even then.
  private List<BitSet> feasibleDomains(Want want, GangAsk gang, List<Holding> jobs) {
    jobs.forEach(removal::remove);
    List<BitSet> result = new ArrayList<>();
    if (removal.fitsQuota(want, true)) {
      for (BitSet domain : domains(gang)) {
        if (placer.placeWithin(domain, state.future(), gang) != null) {
          result.add(domain);
        }
      }
    }
    jobs.forEach(removal::putBack);
    return result;
  }

  /// Sets of nodes, each of which alone may hold the gang.
  private List<BitSet> domains(GangAsk gang) {
    if (gang.counts.length == 1) {
      TopologyRequest request = TopologyAsk.requestOf(gang.pod(0).set);
      TopologyTree tree = placer.topologyOf(gang.flavors[0]);
      if (request.mode() == TopologyRequest.Mode.REQUIRED && tree != null) {
        return tree.nodesByDomain(tree.level(request.level()));
      }
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
  private List<Candidate> clear(
      Want want, GangAsk gang, Candidates candidates, List<Candidate> sorted) {
    SortedSet<Integer> priorities = new TreeSet<>();
    sorted.forEach(it -> priorities.add(it.holding().priority));
    for (int highest : priorities) {
      List<Candidate> lower =
          sorted.stream().filter(it -> it.holding().priority <= highest).toList();
      List<Candidate> found = clearWith(want, gang, candidates, lower);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static boolean touches(Holding holding, @Nullable BitSet nodes) {
    for (int node : holding.nodes) {
      if (nodes == null || nodes.get(node)) {
        return true;
      }
    }
    return false;
  }

  private List<Candidate> clearWith(
      Want want, GangAsk gang, Candidates candidates, List<Candidate> allowed) {
    List<Candidate> inside = new ArrayList<>();
    List<Candidate> outside = new ArrayList<>();
    for (Candidate candidate : allowed) {
      (touches(candidate.holding(), want.within()) ? inside : outside).add(candidate);
    }
    List<Holding> jobs = inside.stream().map(Candidate::holding).toList();
    BitSet suggested = new NodeClearing(state.future(), cost, jobs).suggest(gang, want.within());
    if (suggested == null) {
      suggested = new BitSet();
    }
    List<Candidate> order = new ArrayList<>();
    suggested.stream().forEach(i -> order.add(inside.get(i)));
    for (int i = 0; i < inside.size(); i++) {
      if (!suggested.get(i)) {
        order.add(inside.get(i));
      }
    }
    order.addAll(outside);
    for (boolean mayBorrow : classical.attempts(want, candidates)) {
      Attempt attempt = new Attempt(want, candidates, mayBorrow);
      if (attempt.run(order, suggested.cardinality())) {
        return cost.countsLostWork()
            ? new ExactVictims(removal, cost, want, candidates, mayBorrow, attempt.taken)
                .improve(allowed)
            : attempt.taken;
      }
    }
    return List.of();
  }

  /// One try, with borrowing or without.
  private final class Attempt {
    private final Want want;
    private final Candidates candidates;
    private final boolean mayBorrow;
    private final List<Candidate> taken = new ArrayList<>();

    Attempt(Want want, Candidates candidates, boolean mayBorrow) {
      this.want = want;
      this.candidates = candidates;
      this.mayBorrow = mayBorrow;
    }

    /// Takes in order until it fits; the first `together` without looking in between.
    boolean run(List<Candidate> order, int together) {
      boolean fits = false;
      for (int i = 0; i < order.size() && !fits; i++) {
        Candidate candidate = order.get(i);
        boolean tooDear = mayBorrow && candidate.right() == Right.RECLAIM_WITHOUT_BORROWING;
        if (!tooDear && candidates.isValid(candidate)) {
          removal.remove(candidate.holding());
          taken.add(candidate);
          fits = i >= together - 1 && removal.fits(want, mayBorrow);
        }
      }
      if (fits) {
        giveBack();
      }
      taken.forEach(it -> removal.putBack(it.holding()));
      return fits;
    }

    /// Gives back all that are not needed, the dearest first.
    private void giveBack() {
      Slack slack = Slack.of(want, state.future(), placer);
      List<Candidate> dearest = new ArrayList<>(taken);
      Collections.reverse(dearest);
      dearest.sort(
          Comparator.<Candidate>comparingInt(it -> -it.holding().priority)
              .thenComparingLong(it -> -cost.of(it.holding())));
      SortedSet<Holding> needless = new TreeSet<>(Holding.BY_HASH);
      for (Candidate candidate : dearest) {
        if (slack != null && !slack.allows(candidate.holding())) {
          continue;
        }
        removal.putBack(candidate.holding());
        if (slack == null ? removal.fits(want, mayBorrow) : removal.fitsQuota(want, mayBorrow)) {
          needless.add(candidate.holding());
        } else {
          removal.remove(candidate.holding());
        }
      }
      taken.removeIf(it -> needless.contains(it.holding()));
    }
  }
}
