package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.JobId;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.internal.engine.EvictionGuard;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How often in a row jobs were preempted without progress, from their runs.
public final class PastRuns {
  private PastRuns() {}

  /// A run that was told to stop or is over.
  ///
  /// @param preempted it was told to stop for another job
  public record PastRun(
      JobId job,
      Instant boundAt,
      @Nullable Instant stoppingAt,
      @Nullable Instant checkpointAt,
      long checkpointEveryMillis,
      boolean preempted) {}

  /// Jobs without any are left out.
  ///
  /// @param runs those of a job in the order of their attempts
  public static SortedMap<JobId, Integer> evictions(List<PastRun> runs, EvictionRules rules) {
    EvictionGuard guard = new EvictionGuard(rules);
    SortedMap<JobId, Integer> counts = new TreeMap<>();
    for (PastRun run : runs) {
      int before = counts.getOrDefault(run.job, 0);
      int count = 0;
      if (run.preempted && run.stoppingAt != null) {
        boolean kept =
            EvictionGuard.hasCheckpoint(
                run.boundAt, run.checkpointAt, run.checkpointEveryMillis, run.stoppingAt);
        count = guard.countAfter(before, run.boundAt, kept, run.stoppingAt);
      }
      counts.put(run.job, count);
    }
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}
