package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The most that single jobs may cost. Tells when a job has to be told to stop; does not stop it.
///
/// All runs of a job count. What it costs from the notice to the end of its processes counts too,
/// so the notice comes that much earlier.
public interface CostLimits {
  /// False while no job has a limit, so that nobody needs to ask for more; cheap.
  boolean isAnySet();

  /// What is wrong with a wanted limit, pointers relative to it; empty when it may be set.
  List<Fault> check(String amount, String currency);

  /// Sets or changes the limit of a job; takes part in the caller's transaction.
  ///
  /// @param amount as [#check] accepts it
  /// @param noticeMillis how long the job may go on after it was told to stop
  void set(JobId job, String amount, long noticeMillis);

  /// The limits of those of `jobs` that have one.
  SortedMap<JobId, Limit> of(List<JobId> jobs);

  /// The limit of one job, if it has one.
  default Optional<Limit> find(JobId job) {
    return Optional.ofNullable(of(List.of(job)).get(job));
  }

  /// False when the job had none.
  boolean remove(JobId job);

  /// Jobs that hold GPUs and have to be told to stop at `now`. Each is named until [#markStopped].
  List<Due> due(Instant now);

  /// When the next job that holds GPUs has to be told to stop; null when none ever has.
  @Nullable Instant nextAt(Instant now);

  /// Notes that the job was told; takes part in the caller's transaction.
  void markStopped(JobId job, Instant at);

  /// The limit of a job.
  ///
  /// @param stoppedAt null as long as it was not told to stop
  record Limit(
      JobId job, Charge most, String currency, long noticeMillis, @Nullable Instant stoppedAt) {}

  /// A job to be told to stop.
  ///
  /// @param spent what it has cost until now
  record Due(Limit limit, Charge spent) {}
}
