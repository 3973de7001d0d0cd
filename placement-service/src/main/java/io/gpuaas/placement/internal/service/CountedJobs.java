package io.gpuaas.placement.internal.service;

import io.gpuaas.core.PodSet;
import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.placement.internal.store.StatisticsStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/// Statistics of the jobs in the database.
@Service
class CountedJobs implements JobStatistics {
  private final StatisticsStore store;
  private final WorldView view;

  CountedJobs(StatisticsStore store, WorldView view) {
    this.store = store;
    this.view = view;
  }

  @Override
  public List<WaitGroup> waits(SortedSet<String> projects, WaitKey by, Span span) {
    return store.waits(projects, by, span);
  }

  @Override
  public List<StopGroup> stops(SortedSet<String> projects, Span span) {
    return store.stops(projects, span);
  }

  @Override
  public List<OutcomeGroup> outcomes(SortedSet<String> projects, Span span) {
    return store.outcomes(projects, span);
  }

  /// Whether a flavor takes a job is told by the flavors as they are now.
  @Override
  public List<WaitingSpell> waiting(SortedSet<String> projects, Span span) {
    World world = view.world();
    Map<List<PodSet>, SortedSet<String>> takers = new HashMap<>();
    return store.waiting(projects, span).stream()
        .map(
            it ->
                new WaitingSpell(
                    it.project(),
                    takers.computeIfAbsent(it.podSets(), world::takers),
                    it.milliGpus(),
                    it.from(),
                    it.to()))
        .toList();
  }

  @Override
  public long startedMilliGpus(SortedSet<String> projects, Span span) {
    return store.startedMilliGpus(projects, span);
  }

  @Override
  public @Nullable Instant waitingSince() {
    return store.waitingSince();
  }
}
