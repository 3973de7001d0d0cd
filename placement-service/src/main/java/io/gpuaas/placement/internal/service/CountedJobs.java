package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.internal.store.StatisticsStore;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/// Statistics of the jobs in the database.
@Service
class CountedJobs implements JobStatistics {
  private final StatisticsStore store;

  CountedJobs(StatisticsStore store) {
    this.store = store;
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

  @Override
  public @Nullable Instant waitingSince() {
    return store.waitingSince();
  }
}
