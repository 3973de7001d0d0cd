package io.gpuaas.placement;

import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Figures over many jobs, counted by the database. All times are half-open, `[from, to)`.
public interface JobStatistics {
  /// How long jobs waited for their first GPUs, by group, in the order of the groups. Jobs that
  /// still wait count with their wait until now; those that ended without a start are counted
  /// apart, since they waited for nothing.
  List<WaitGroup> waits(SortedSet<String> projects, WaitKey by, Span span);

  /// Runs that were told to stop, by cause and by whose they were.
  List<StopGroup> stops(SortedSet<String> projects, Span span);

  /// Runs that ended, by how.
  List<OutcomeGroup> outcomes(SortedSet<String> projects, Span span);

  /// Since when the job has waited that has waited longest without a break; null when none waits.
  /// One that was stopped and waits anew counts from then on.
  @Nullable Instant waitingSince();

  /// The time asked about.
  ///
  /// @param now what open waits are measured to
  record Span(Instant from, Instant to, Instant now) {}

  /// By what waits are grouped.
  enum WaitKey {
    /// Classes of GPU counts, each named by its least count: 0 (less than one), 1, 2, 8, 9, 65.
    SIZE,
    /// Of the first run; empty for jobs that had none yet.
    MODEL,
    PROJECT,
    PRIORITY,
    /// UTC day of the submit.
    DAY
  }

  /// Waits of one group.
  ///
  /// @param key value of the group; empty when there is none
  /// @param jobs that started or still wait
  /// @param waiting of those, the ones that wait now: for their first GPUs, or anew after a stop
  /// @param neverStarted ended without a start; not in the percentiles
  /// @param longestMillis and percentiles: null when there are no jobs
  record WaitGroup(
      String key,
      int jobs,
      int waiting,
      int neverStarted,
      @Nullable Long medianMillis,
      @Nullable Long p90Millis,
      @Nullable Long p95Millis,
      @Nullable Long longestMillis) {}

  /// Stops of one cause, of one project's runs.
  ///
  /// @param reason code of the stop
  /// @param project whose runs were stopped
  /// @param claimantProject for whom, null when for nobody
  /// @param lostMilliGpuMillis work that had to be done again, in thousandths of GPUs × ms
  /// @param medianNoticeMillis from the notice until the room was free, null when none is yet
  record StopGroup(
      String reason,
      String project,
      @Nullable String claimantProject,
      int runs,
      int jobs,
      long lostMilliGpuMillis,
      @Nullable Long medianNoticeMillis) {}

  /// Runs that ended alike.
  ///
  /// @param heldMilliGpuMillis what these runs held from bind to release
  record OutcomeGroup(
      Observation.RunOutcome outcome,
      int runs,
      int jobs,
      long heldMilliGpuMillis,
      long lostMilliGpuMillis) {}
}
