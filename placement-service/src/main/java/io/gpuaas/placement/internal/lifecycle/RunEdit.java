package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A changed copy of a [Run] in the making.
final class RunEdit {
  private final Run before;
  private RunState state;
  private long generation;
  private List<GpuHolding> holdings;
  private @Nullable Instant startedAt;
  private @Nullable Instant stoppingAt;
  private @Nullable Instant endedAt;
  private @Nullable Instant releasedAt;
  private String stopReason;
  private @Nullable JobId claimant;
  private @Nullable Instant checkpointAt;
  private @Nullable RunOutcome outcome;
  private @Nullable Integer exitCode;
  private String message;
  private long lostMillis;

  RunEdit(Run run) {
    before = run;
    state = run.state();
    generation = run.generation();
    holdings = run.holdings();
    startedAt = run.startedAt();
    stoppingAt = run.stoppingAt();
    endedAt = run.endedAt();
    releasedAt = run.releasedAt();
    stopReason = run.stopReason();
    claimant = run.claimant();
    checkpointAt = run.checkpointAt();
    outcome = run.outcome();
    exitCode = run.exitCode();
    message = run.message();
    lostMillis = run.lostMillis();
  }

  RunEdit started(Instant at) {
    state = RunState.STARTED;
    startedAt = at;
    return this;
  }

  RunEdit stopping(Instant at, String reason) {
    state = RunState.STOPPING;
    generation++;
    stoppingAt = at;
    stopReason = reason;
    return this;
  }

  RunEdit claimant(@Nullable JobId job) {
    claimant = job;
    return this;
  }

  RunEdit checkpoint(Instant at) {
    checkpointAt = at;
    return this;
  }

  RunEdit holdings(List<GpuHolding> newHoldings) {
    holdings = newHoldings;
    return this;
  }

  RunEdit ended(Instant at, RunOutcome how, @Nullable Integer code, String sentence) {
    state = RunState.ENDED;
    endedAt = at;
    outcome = how;
    exitCode = code;
    message = sentence;
    return this;
  }

  RunEdit lost(long millis) {
    lostMillis = millis;
    return this;
  }

  RunEdit released(Instant at) {
    state = RunState.RELEASED;
    releasedAt = at;
    return this;
  }

  Run done() {
    return new Run(
        before.id(),
        before.job(),
        before.attempt(),
        state,
        generation,
        before.epoch(),
        before.assignments(),
        holdings,
        before.boundAt(),
        startedAt,
        stoppingAt,
        endedAt,
        releasedAt,
        stopReason,
        claimant,
        checkpointAt,
        outcome,
        exitCode,
        message,
        lostMillis);
  }
}
