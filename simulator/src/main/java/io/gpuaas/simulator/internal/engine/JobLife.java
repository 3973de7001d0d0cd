package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import io.gpuaas.core.Workload;
import io.gpuaas.quota.Amount;
import io.gpuaas.simulator.JobOutcome;
import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.Scenario;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What has become of one job so far. Mutable; lives within one play.
final class JobLife {
  private final Scenario.Job job;
  private Phase phase = Phase.NOT_SUBMITTED;
  private int runs;
  private @Nullable Instant startedAt;
  private @Nullable Instant firstStartedAt;
  private @Nullable Instant endedAt;
  private @Nullable Duration remaining;
  private long heldMilliGpus;
  private GpuTime gpuTime = GpuTime.ZERO;

  JobLife(Scenario.Job job) {
    this.job = job;
    this.remaining = job.duration();
  }

  JobId id() {
    return job.id();
  }

  Workload workload() {
    return job.workload();
  }

  Phase phase() {
    return phase;
  }

  /// Number of the current or last run, from 1.
  int run() {
    return runs;
  }

  boolean isOver() {
    return switch (phase) {
      case ENDED, FAILED, CANCELLED, REJECTED -> true;
      case NOT_SUBMITTED, WAITING, ADMITTED, EVICTING -> false;
    };
  }

  boolean holds() {
    return phase == Phase.ADMITTED || phase == Phase.EVICTING;
  }

  void waits() {
    phase = Phase.WAITING;
  }

  void starts(Instant at, long milliGpus) {
    phase = Phase.ADMITTED;
    runs++;
    startedAt = at;
    firstStartedAt = firstStartedAt == null ? at : firstStartedAt;
    heldMilliGpus = milliGpus;
  }

  /// The run stops; what it has done since its last checkpoint is lost.
  void evicted(Instant now) {
    if (phase == Phase.ADMITTED && remaining != null) {
      remaining = remaining.minus(saved(now));
    }
    phase = Phase.EVICTING;
  }

  private Duration saved(Instant now) {
    Workload.Checkpoint checkpoint = workload().checkpoint();
    if (checkpoint == null || startedAt == null || !now.isAfter(startedAt)) {
      return Duration.ZERO;
    }
    Instant last = checkpoint.lastAt();
    if (last != null && last.isAfter(startedAt) && !last.isAfter(now)) {
      return Duration.between(startedAt, last);
    }
    long every = checkpoint.everyMillis();
    long ran = Duration.between(startedAt, now).toMillis();
    return every == 0 ? Duration.ZERO : Duration.ofMillis(ran / every * every);
  }

  /// Its room is free again.
  void released(Instant now) {
    gpuTime = gpuTimeUntil(now);
    heldMilliGpus = 0;
  }

  void over(Phase end, Instant now) {
    phase = end;
    endedAt = now;
  }

  /// When the current run will have done its work; null when it never will.
  @Nullable Instant worksUntil() {
    return remaining == null || startedAt == null ? null : startedAt.plus(remaining);
  }

  /// When the declared longest run is over; null when none was declared.
  @Nullable Instant mayRunUntil() {
    long longest = workload().maxRuntimeMillis();
    return longest == 0 || startedAt == null ? null : startedAt.plusMillis(longest);
  }

  GpuTime gpuTimeUntil(Instant now) {
    if (startedAt == null || !now.isAfter(startedAt) || heldMilliGpus == 0) {
      return gpuTime;
    }
    long millis = Duration.between(startedAt, now).toMillis();
    long held = Amount.times(heldMilliGpus, millis);
    return new GpuTime(Amount.plus(gpuTime.milliGpuMillis(), held));
  }

  long heldMilliGpus() {
    return heldMilliGpus;
  }

  /// From submission to the first start; null when it has not started or did not have to wait for
  /// it within the scenario.
  @Nullable Duration waited() {
    boolean decidedHere = job.held() == null && firstStartedAt != null;
    return decidedHere ? Duration.between(workload().queuedAt(), firstStartedAt) : null;
  }

  @Nullable Instant endedAt() {
    return endedAt;
  }

  JobOutcome outcome(Instant origin) {
    return new JobOutcome(phase, since(origin, startedAt), since(origin, endedAt), runs);
  }

  private static @Nullable Duration since(Instant origin, @Nullable Instant at) {
    return at == null ? null : Duration.between(origin, at);
  }
}
