package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.World;
import io.gpuaas.placement.reference.PlainDecisions.Entry;
import io.gpuaas.placement.reference.PlainFlavors.Choice;
import io.gpuaas.placement.reference.PlainFlavors.Mode;
import io.gpuaas.quota.PreemptionPolicy.Reclaim;
import io.gpuaas.quota.Project;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One cycle that looks at the head of each project's queue, without nodes: all heads are looked at
/// in the same state, then taken in order.
final class PlainHeadsCycle {
  private final PlainState state;
  private final PlainDecisions decisions;

  private PlainHeadsCycle(World world) {
    state = new PlainState(world);
    decisions = new PlainDecisions(state);
  }

  static List<String> deeds(World world) {
    PlainHeadsCycle cycle = new PlainHeadsCycle(world);
    SortedMap<String, Workload> heads = new TreeMap<>();
    world.waiting().stream()
        .sorted(PlainDecisions.QUEUE)
        .forEach(job -> heads.putIfAbsent(job.project(), job));
    List<Entry> entries = new ArrayList<>();
    heads.values().forEach(job -> entries.add(cycle.decisions.nominate(job)));
    if (cycle.state.fair) {
      cycle.processFairly(entries);
    } else {
      entries.sort(
          Comparator.<Entry>comparingInt(it -> it.choice().level())
              .thenComparing(Entry::job, PlainDecisions.QUEUE));
      entries.forEach(cycle::process);
    }
    return cycle.decisions.deeds();
  }

  private void processFairly(List<Entry> entries) {
    while (!entries.isEmpty()) {
      List<PlainTournament.Player> players =
          entries.stream()
              .map(it -> new PlainTournament.Player(it.job(), it.ask().usage()))
              .toList();
      Workload next = new PlainTournament(state.quota, players).winner().job();
      Entry entry = entries.stream().filter(it -> it.job().equals(next)).findFirst().orElseThrow();
      entries.remove(entry);
      process(entry);
    }
  }

  private void process(Entry first) {
    Entry entry = decisions.overlaps(first) ? decisions.again(first) : first;
    Choice choice = entry.choice();
    if (choice.mode().compareTo(Mode.DEFERRED) >= 0) {
      boolean fits = choice.ask().fits(state.quota, true);
      if (fits && choice.ask().fits(state.heldNow, true)) {
        decisions.admit(entry);
      } else if (fits) {
        // Kueue admits it beside the victims; here it gets their room when they are gone.
        decisions.reserve(entry);
      }
    } else if (choice.mode() != Mode.NO_FIT) {
      preempt(entry);
    }
  }

  private void preempt(Entry entry) {
    if (entry.victims().isEmpty()) {
      keepFromOthers(entry);
      return;
    }
    entry.victims().forEach(it -> state.without(it.run()));
    boolean fits = entry.ask().fits(state.quota, true);
    entry.victims().forEach(it -> state.with(it.run()));
    if (fits && !decisions.overlaps(entry)) {
      decisions.preempt(entry);
    }
  }

  /// Room that nobody can be made to clear stays kept, unless it can be taken back later anyway.
  private void keepFromOthers(Entry entry) {
    Project project = state.project(entry.job().project());
    if (project.preemption().reclaimWithinCohort() == Reclaim.ANY) {
      return;
    }
    String node = "project " + project.name();
    boolean borrows = entry.choice().level() > 0;
    SortedMap<FlavorResource, Long> kept = new TreeMap<>();
    for (var asked : entry.ask().usage().entrySet()) {
      FlavorResource cell = asked.getKey();
      long own = state.quota.nominal(node, cell) - state.quota.usage(node, cell);
      Long limit = state.quota.borrowingLimit(node, cell);
      long room = !borrows ? own : limit == null ? asked.getValue() : own + limit;
      kept.put(cell, Math.max(0, Math.min(asked.getValue(), room)));
    }
    state.quota.add(project.name(), kept);
  }
}
