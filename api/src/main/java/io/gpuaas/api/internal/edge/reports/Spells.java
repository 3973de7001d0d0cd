package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.accounting.WaitingTime;
import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.JobStatistics.Span;
import java.util.List;
import java.util.SortedSet;
import org.springframework.stereotype.Component;

/// What jobs waited for, in the words of accounting: a flavor is what it calls a pool.
@Component
final class Spells {
  private final JobStatistics statistics;

  Spells(JobStatistics statistics) {
    this.statistics = statistics;
  }

  List<WaitingTime> of(SortedSet<String> projects, Span span) {
    return statistics.waiting(projects, span).stream()
        .map(it -> new WaitingTime(it.project(), it.flavors(), it.milliGpus(), it.from(), it.to()))
        .toList();
  }
}
