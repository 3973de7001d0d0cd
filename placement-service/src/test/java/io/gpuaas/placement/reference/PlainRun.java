package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Workload;
import java.time.Instant;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;

/// A job that holds quota.
record PlainRun(Workload job, SortedMap<FlavorResource, Long> usage, Instant admittedAt) {
  /// The order in which candidates of one kind are looked at.
  static final Comparator<PlainRun> ORDER =
      Comparator.<PlainRun>comparingInt(run -> run.job.priority())
          .thenComparing(PlainRun::admittedAt, Comparator.reverseOrder())
          .thenComparing(run -> run.job.id());

  String node() {
    return "project " + job.project();
  }

  boolean uses(SortedSet<FlavorResource> cells) {
    return cells.stream().anyMatch(cell -> usage.getOrDefault(cell, 0L) > 0);
  }
}
