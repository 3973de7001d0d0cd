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

/// Chooses domain and victims together: for each domain that could hold the gang, who would have to
/// leave it; then the domain where that costs the least.
///
/// The cost of a set of victims is, in this order: its highest priority, the work lost, and the
/// number of jobs. Nobody is taken off other domains, save where the quota needs more.
final class JointSearch {
  /// Of the domains that look cheapest, so many are looked at closely.
  private static final int MOST_DOMAINS = 16;

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
    List<Candidate> pool = new ArrayList<>(candidates.usable());
    List<Holding> jobs = pool.stream().map(Candidate::holding).toList();
    List<BitSet> domains = jobs.isEmpty() ? List.of() : feasibleDomains(want, gang, jobs);
    if (domains.isEmpty()) {
      return List.of();
    }
    pool.sort(Comparator.comparing(Candidate::holding, order));
    return new Pool(want, gang, candidates, pool, domains)
        .search().stream().map(Candidate::toVictim).toList();
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
    BitSet domain = want.within();
    if (domain == null) {
      return List.of();
    }
    NodeClearing clearing = new NodeClearing(state.future(), cost, candidates);
    BitSet touching = clearing.on(domain);
    BitSet suggested = clearing.suggest(gang, domain, touching);
    List<Victim> found = List.of();
    if (suggested != null) {
      found = fair.find(want, suggested.stream().mapToObj(candidates::get).toList());
    }
    if (found.isEmpty()) {
      found = fair.find(want, touching.stream().mapToObj(candidates::get).toList());
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
        if (placer.fitsWithin(domain, state.future(), gang)) {
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

  /// A domain with the jobs that its nodes suggest to take, by index.
  private record Option(BitSet domain, BitSet suggested, long cost) {}

  /// The candidates for one gang in the order of eviction, and the domains that could hold it.
  private final class Pool {
    private final Want want;
    private final GangAsk gang;
    private final Candidates candidates;
    private final List<Candidate> sorted;
    private final List<BitSet> domains;
    private final NodeClearing clearing;

    Pool(
        Want want,
        GangAsk gang,
        Candidates candidates,
        List<Candidate> sorted,
        List<BitSet> domains) {
      this.want = want;
      this.gang = gang;
      this.candidates = candidates;
      this.sorted = sorted;
      this.domains = domains;
      List<Holding> jobs = sorted.stream().map(Candidate::holding).toList();
      clearing = new NodeClearing(state.future(), cost, jobs);
    }

    /// Looks at as low priorities as will do; within them, for the least cost.
    List<Candidate> search() {
      SortedSet<Integer> priorities = new TreeSet<>();
      sorted.forEach(it -> priorities.add(it.holding().priority));
      for (int highest : priorities) {
        BitSet usable = new BitSet(sorted.size());
        for (int i = 0; i < sorted.size(); i++) {
          usable.set(i, sorted.get(i).holding().priority <= highest);
        }
        List<Candidate> best = cheapest(usable);
        if (!best.isEmpty()) {
          return best;
        }
      }
      return List.of();
    }

    private List<Candidate> cheapest(BitSet usable) {
      List<Option> options = new ArrayList<>();
      for (BitSet domain : domains) {
        BitSet suggested = clearing.suggest(gang, domain, usable);
        if (suggested != null) {
          options.add(new Option(domain, suggested, clearing.costOf(suggested)));
        } else if (placer.freelyPlaced(gang) == null) {
          options.add(new Option(domain, new BitSet(), Long.MAX_VALUE));
        }
      }
      options.sort(Comparator.comparingLong(Option::cost));
      List<Candidate> best = List.of();
      for (Option option : options.subList(0, Math.min(MOST_DOMAINS, options.size()))) {
        List<Candidate> found = clear(option, usable);
        if (!found.isEmpty() && (best.isEmpty() || isCheaper(found, best))) {
          best = found;
        }
      }
      return best;
    }

    private boolean isCheaper(List<Candidate> a, List<Candidate> b) {
      int compared = Long.compare(costOf(a), costOf(b));
      return compared != 0 ? compared < 0 : a.size() < b.size();
    }

    private long costOf(List<Candidate> victims) {
      return cost.of(victims.stream().map(Candidate::toVictim).toList());
    }

    /// First those that the nodes suggest, then others in the domain, then the rest. Suggestions do
    /// not know which devices lie together, so that they may take away the right to those who would
    /// have to go; then the largest go first.
    private List<Candidate> clear(Option option, BitSet usable) {
      BitSet inside = clearing.on(option.domain);
      inside.and(usable);
      List<Candidate> order = new ArrayList<>();
      option.suggested.stream().forEach(i -> order.add(sorted.get(i)));
      BitSet others = (BitSet) inside.clone();
      others.andNot(option.suggested);
      others.stream().forEach(i -> order.add(sorted.get(i)));
      BitSet outside = (BitSet) usable.clone();
      outside.andNot(inside);
      outside.stream().forEach(i -> order.add(sorted.get(i)));
      List<Candidate> found = clear(option, order, option.suggested.cardinality());
      if (!found.isEmpty() || !gang.isParticular()) {
        return found;
      }
      order.sort(Comparator.comparingLong(it -> -it.holding().milliGpus));
      return clear(option, order, 0);
    }

    private List<Candidate> clear(Option option, List<Candidate> order, int together) {
      Want within = want.inside(option.domain);
      for (boolean mayBorrow : classical.attempts(want, candidates)) {
        Attempt attempt = new Attempt(within, candidates, mayBorrow);
        if (attempt.run(order, together)) {
          return improved(attempt, order);
        }
      }
      return List.of();
    }

    private List<Candidate> improved(Attempt attempt, List<Candidate> order) {
      return cost.countsLostWork()
          ? new ExactVictims(
                  removal, cost, attempt.want, candidates, attempt.mayBorrow, attempt.taken)
              .improve(order)
          : attempt.taken;
    }
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
