package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.PreemptionPolicy.Borrow;
import io.gpuaas.quota.PreemptionPolicy.Reclaim;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Victims by priority, as Kueue's classical preemption has them.
final class PlainClassicalVictims {
  private static final String OWN = "InProject";
  private static final String RECLAIM = "InCohortReclamation";
  private static final String BORROWING = "InCohortReclaimWhileBorrowing";

  private final PlainState state;
  private final PlainQuota quota;
  private final PlainAsk ask;
  private final PreemptionPolicy policy;
  private final List<Candidate> hierarchical = new ArrayList<>();
  private final List<Candidate> byPriority = new ArrayList<>();
  private final List<Candidate> own = new ArrayList<>();

  /// @param meets the cohort where its side and the asker's side meet
  /// @param onlyWithoutBorrowing may be taken only if the asker ends up within its own quota
  private record Candidate(
      PlainRun run, String meets, String reason, boolean onlyWithoutBorrowing) {}

  PlainClassicalVictims(PlainState state, PlainAsk ask) {
    this.state = state;
    this.ask = ask;
    quota = state.quota;
    policy = state.project(ask.job().project()).preemption();
  }

  /// Empty when no legal set would do.
  List<PlainVictim> find() {
    collect();
    List<Candidate> order = new ArrayList<>();
    for (List<Candidate> list : List.of(hierarchical, byPriority, own)) {
      list.sort((a, b) -> PlainRun.ORDER.compare(a.run, b.run));
      order.addAll(list);
    }
    for (boolean mayBorrow : attempts()) {
      List<Candidate> found = attempt(order, mayBorrow);
      if (!found.isEmpty()) {
        return found.stream().map(it -> new PlainVictim(it.run, it.reason)).toList();
      }
    }
    return List.of();
  }

  private List<Boolean> attempts() {
    boolean neverBorrows = policy.borrowWithinCohort() == Borrow.NEVER;
    boolean aboveAlready =
        ask.contested().stream()
            .anyMatch(cell -> quota.usage(ask.node(), cell) >= quota.nominal(ask.node(), cell));
    if ((hierarchical.isEmpty() && byPriority.isEmpty()) || (neverBorrows && aboveAlready)) {
      return List.of(true);
    }
    return neverBorrows && hierarchical.isEmpty() ? List.of(false, true) : List.of(true, false);
  }

  private List<Candidate> attempt(List<Candidate> order, boolean mayBorrow) {
    List<Candidate> taken = new ArrayList<>();
    boolean fits = false;
    for (Candidate candidate : order) {
      if (!fits && !(mayBorrow && candidate.onlyWithoutBorrowing) && isValid(candidate)) {
        state.without(candidate.run);
        taken.add(candidate);
        fits = ask.fits(quota, mayBorrow);
      }
    }
    for (int i = taken.size() - 2; fits && i >= 0; i--) {
      Candidate back = taken.get(i);
      state.with(back.run);
      if (ask.fits(quota, mayBorrow)) {
        taken.set(i, taken.getLast());
        taken.removeLast();
      } else {
        state.without(back.run);
      }
    }
    taken.forEach(it -> state.with(it.run));
    return fits ? taken : List.of();
  }

  /// A project or cohort that is back within its own quota is left alone.
  private boolean isValid(Candidate candidate) {
    if (candidate.reason.equals(OWN)) {
      return true;
    }
    for (String node : quota.upwards(candidate.run.node())) {
      if (node.equals(candidate.meets)) {
        return true;
      }
      if (quota.withinOwn(node, ask.contested())) {
        return false;
      }
    }
    return true;
  }

  private void collect() {
    for (PlainRun run : state.staying) {
      if (run.node().equals(ask.node()) && run.uses(ask.contested()) && mayTakeOwn(run)) {
        own.add(new Candidate(run, "", OWN, false));
      }
    }
    if (quota.parent(ask.node()) == null || policy.reclaimWithinCohort() == Reclaim.NEVER) {
      return;
    }
    SortedMap<FlavorResource, Long> rest = new TreeMap<>(ask.usage());
    boolean entitled = hosts(ask.node(), rest);
    String below = ask.node();
    for (String node : quota.upwards(ask.node()).subList(1, quota.upwards(ask.node()).size())) {
      for (String child : quota.children(node)) {
        if (!child.equals(below)) {
          walk(child, node, entitled);
        }
      }
      entitled |= hosts(node, rest);
      below = node;
    }
  }

  /// Whether the node's own quota holds the rest, of which its unlent part is then taken off.
  private boolean hosts(String node, SortedMap<FlavorResource, Long> rest) {
    boolean holds =
        rest.entrySet().stream().allMatch(it -> quota.withinOwn(node, it.getKey(), it.getValue()));
    rest.replaceAll((cell, v) -> Math.max(0, v - quota.localAvailable(node, cell)));
    return holds;
  }

  private void walk(String node, String meets, boolean entitled) {
    if (quota.withinOwn(node, ask.contested())) {
      return;
    }
    for (String child : quota.children(node)) {
      walk(child, meets, entitled);
    }
    // What a project uses only by this cycle's promises is no reason to take what it has.
    if (!PlainQuota.isProject(node) || state.heldNow.withinOwn(node, ask.contested())) {
      return;
    }
    for (PlainRun run : state.staying) {
      boolean lower = run.job().priority() < ask.job().priority();
      boolean allowed = policy.reclaimWithinCohort() == Reclaim.ANY || lower;
      if (run.node().equals(node) && run.uses(ask.contested()) && allowed) {
        boolean always = entitled || mayTakeWhileBorrowing(run);
        String reason = entitled || !always ? RECLAIM : BORROWING;
        (entitled ? hierarchical : byPriority).add(new Candidate(run, meets, reason, !always));
      }
    }
  }

  private boolean mayTakeWhileBorrowing(PlainRun run) {
    Integer threshold = policy.borrowMaxPriority();
    return policy.borrowWithinCohort() == Borrow.LOWER_PRIORITY
        && run.job().priority() < ask.job().priority()
        && (threshold == null || run.job().priority() <= threshold);
  }

  private boolean mayTakeOwn(PlainRun run) {
    return mayTakeOwn(policy, ask, run);
  }

  static boolean mayTakeOwn(PreemptionPolicy policy, PlainAsk ask, PlainRun run) {
    int mine = ask.job().priority();
    int theirs = run.job().priority();
    boolean newer = ask.job().queuedAt().isBefore(run.job().queuedAt());
    return switch (policy.withinProject()) {
      case NEVER -> false;
      case LOWER_PRIORITY -> theirs < mine;
      case LOWER_OR_NEWER_EQUAL_PRIORITY -> theirs < mine || (theirs == mine && newer);
    };
  }
}
