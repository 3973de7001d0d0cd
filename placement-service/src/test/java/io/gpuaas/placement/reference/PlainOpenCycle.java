package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.World;
import io.gpuaas.placement.reference.PlainDecisions.Entry;
import io.gpuaas.placement.reference.PlainFlavors.Mode;
import io.gpuaas.quota.Project.QueueingStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One cycle that may look at each waiting job, without nodes: always at the next job of the
/// project that goes first, in the state that the decisions before have left.
final class PlainOpenCycle {
  private final PlainState state;
  private final PlainDecisions decisions;
  private final List<Workload> waiting;
  private final SortedSet<String> refused = new TreeSet<>();

  private PlainOpenCycle(World world) {
    state = new PlainState(world);
    decisions = new PlainDecisions(state);
    waiting = new ArrayList<>(world.waiting());
    waiting.sort(PlainDecisions.QUEUE);
  }

  static List<String> deeds(World world) {
    PlainOpenCycle cycle = new PlainOpenCycle(world);
    while (!cycle.waiting.isEmpty()) {
      cycle.decide(cycle.next());
    }
    return cycle.decisions.deeds();
  }

  private Workload next() {
    SortedMap<String, Workload> heads = new TreeMap<>();
    waiting.forEach(job -> heads.putIfAbsent(job.project(), job));
    if (state.fair) {
      List<PlainTournament.Player> players =
          heads.values().stream()
              .map(job -> new PlainTournament.Player(job, firstChoice(job)))
              .toList();
      return new PlainTournament(state.quota, players).winner().job();
    }
    return heads.values().stream()
        .min(Comparator.comparing(this::borrows).thenComparing(PlainDecisions.QUEUE))
        .orElseThrow();
  }

  /// What it would take with the first flavors that suit.
  private SortedMap<FlavorResource, Long> firstChoice(Workload job) {
    return PlainFlavors.firstChoice(state, job);
  }

  private boolean borrows(Workload job) {
    return firstChoice(job).entrySet().stream()
        .anyMatch(
            it ->
                it.getValue() > 0
                    && !state.quota.withinOwn(
                        "project " + job.project(), it.getKey(), it.getValue()));
  }

  private void decide(Workload job) {
    waiting.remove(job);
    String shape = job.project() + job.priority() + job.podSets();
    if (refused.contains(shape)) {
      return;
    }
    Entry entry = decisions.nominate(job);
    Mode mode = entry.choice().mode();
    if (mode == Mode.FIT) {
      decisions.admit(entry);
    } else if (mode == Mode.DEFERRED) {
      decisions.reserve(entry);
    } else if (!entry.victims().isEmpty()) {
      decisions.preempt(entry);
    } else {
      refused.add(shape);
      boolean strict =
          state.project(job.project()).queueingStrategy() == QueueingStrategy.STRICT_FIFO;
      if (strict && !entry.choice().forEver()) {
        waiting.removeIf(other -> other.project().equals(job.project()));
      }
    }
  }
}
