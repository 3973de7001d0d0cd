package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.internal.engine.FlavorAssigner.Outlook;
import io.gpuaas.quota.QuotaUsage;
import java.util.Comparator;
import java.util.List;

/// Finds out who has to go so that a job can start: simulated on the state, which is left as it
/// was. A set of victims is given only if the job would then fit by quota and nodes.
final class VictimSearch implements VictimOracle {
  private final CycleState state;
  private final Comparator<Holding> order;
  private final Removal removal;
  private final ClassicalVictims classical;
  private final FairVictims fair;
  private final JointSearch joint;

  VictimSearch(CycleState state, Placer placer) {
    this.state = state;
    order = VictimOrder.of(state.index, state.now);
    removal = new Removal(state, placer);
    classical = new ClassicalVictims(state, removal);
    fair = new FairVictims(state, removal, order);
    joint = new JointSearch(state, placer, removal, classical);
  }

  /// In the order of eviction; none when no legal set would do.
  List<Victim> find(Want want) {
    GangAsk gang = state.catalog.knowsNodes() ? want.gang() : null;
    if (state.index.policy.fairSharing()) {
      return gang == null ? fair.find(want) : joint.findFair(want, gang, fair);
    }
    Candidates candidates = Candidates.of(state, want);
    return gang == null
        ? classical.find(want, candidates, order)
        : joint.find(want, gang, candidates, order);
  }

  @Override
  public Outlook outlook(Waiter waiter, int cell, long amount) {
    List<Victim> victims = find(Want.of(waiter, cell, amount));
    int project = waiter.project();
    QuotaUsage usage = state.usage();
    if (victims.isEmpty()) {
      return new Outlook(Mode.NO_CANDIDATES, usage.borrowLevel(project, cell, amount));
    }
    boolean own = victims.stream().anyMatch(it -> it.holding().project == project);
    victims.forEach(it -> removal.remove(it.holding()));
    int level = usage.borrowLevel(project, cell, amount);
    victims.forEach(it -> removal.putBack(it.holding()));
    return new Outlook(own ? Mode.PREEMPT : Mode.RECLAIM, level);
  }

  @Override
  public boolean hasCandidates(Waiter waiter, int cell) {
    Want want = Want.of(waiter, cell, 0);
    return state.index.policy.fairSharing()
        ? !fair.candidates(want).isEmpty()
        : !Candidates.of(state, want).usable().isEmpty();
  }

  /// Whether the job would fit were the victims gone too.
  boolean fitsWithout(Want want, List<Victim> victims) {
    victims.forEach(it -> removal.remove(it.holding()));
    boolean fits = removal.fits(want, true);
    victims.forEach(it -> removal.putBack(it.holding()));
    return fits;
  }

  /// Places the job as it will lie once the victims are gone; empty when it cannot.
  Spot[] placeWithout(Want want, List<Victim> victims, Placer placer) {
    victims.forEach(it -> removal.remove(it.holding()));
    GangAsk gang = want.gang();
    Spot[] spots = gang == null ? null : placer.placeAll(state.future(), gang);
    victims.forEach(it -> removal.putBack(it.holding()));
    return spots == null ? new Spot[0] : spots;
  }
}
