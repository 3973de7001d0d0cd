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

  /// What jobs waited for that touches the time asked about, each time from when a job was
  /// submitted or its run released until it got GPUs, ended, or now.
  List<WaitingSpell> waiting(SortedSet<String> projects, Span span);

  /// GPUs of the runs that began in the time asked about, in thousandths.
  long startedMilliGpus(SortedSet<String> projects, Span span);

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
  /// @param toRunning from submit until all pods ran: of jobs that still wait for that, until now
  /// @param slowdown of those that have ended
  record WaitGroup(
      String key,
      int jobs,
      int waiting,
      int neverStarted,
      @Nullable Long medianMillis,
      @Nullable Long p90Millis,
      @Nullable Long p95Millis,
      @Nullable Long longestMillis,
      Percentiles toRunning,
      Percentiles slowdown) {}

  /// Nearest rank; null when there is nothing.
  ///
  /// @param median times in milliseconds, ratios in thousandths
  record Percentiles(@Nullable Long median, @Nullable Long p90, @Nullable Long p95) {}

  /// That a job waited.
  ///
  /// @param flavors that would have taken all of its pods
  record WaitingSpell(
      String project, SortedSet<String> flavors, long milliGpus, Instant from, Instant to) {}

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

  /// What a run failed of, as far as its cluster tells.
  enum FailureCause {
    /// A node, or a GPU of it.
    NODE,
    /// Exit code 137: killed from outside, as a rule for want of memory.
    KILLED,
    /// Its own program ended with an error.
    PROGRAM
  }

  /// Runs that ended alike.
  ///
  /// @param cause of a failure; null for ends that are none
  /// @param heldMilliGpuMillis what these runs held from bind to release
  /// @param keptMilliGpuMillis the part of it that was not in vain: all of those that succeeded, of
  ///   the others until their last checkpoint
  record OutcomeGroup(
      Observation.RunOutcome outcome,
      @Nullable FailureCause cause,
      int runs,
      int jobs,
      long heldMilliGpuMillis,
      long lostMilliGpuMillis,
      long keptMilliGpuMillis) {}
}
