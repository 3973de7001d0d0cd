package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A changed copy of a [Job] in the making; `done` raises the version.
final class JobEdit {
  private final Job before;
  private JobPhase phase;
  private Instant phaseSince;
  private String reason;
  private String message;
  private Instant queuedAt;
  private @Nullable Instant admittedAt;
  private @Nullable Instant startedAt;
  private @Nullable Instant endedAt;
  private int attempt;
  private int failures;
  private long savedMillis;
  private String stopAsked;
  private @Nullable Integer exitCode;
  private boolean live;

  JobEdit(Job job) {
    before = job;
    phase = job.phase();
    phaseSince = job.phaseSince();
    reason = job.reason();
    message = job.message();
    queuedAt = job.queuedAt();
    admittedAt = job.admittedAt();
    startedAt = job.startedAt();
    endedAt = job.endedAt();
    attempt = job.attempt();
    failures = job.failures();
    savedMillis = job.savedMillis();
    stopAsked = job.stopAsked();
    exitCode = job.exitCode();
    live = job.live();
  }

  JobEdit phase(JobPhase newPhase, Instant at) {
    if (newPhase != phase) {
      phase = newPhase;
      phaseSince = at;
    }
    return this;
  }

  JobEdit reason(String code, String sentence) {
    reason = code;
    message = sentence;
    return this;
  }

  JobEdit admitted(Instant at, int newAttempt) {
    admittedAt = at;
    attempt = newAttempt;
    return this;
  }

  JobEdit started(Instant at) {
    startedAt = at;
    return this;
  }

  JobEdit ended(Instant at, @Nullable Integer code) {
    endedAt = at;
    exitCode = code;
    return this;
  }

  JobEdit exitCode(@Nullable Integer code) {
    exitCode = code;
    return this;
  }

  JobEdit saved(long millis) {
    savedMillis = millis;
    return this;
  }

  JobEdit stopAsked(String cause) {
    stopAsked = cause;
    return this;
  }

  /// The platform failed a run.
  JobEdit failedOnce() {
    failures++;
    return this;
  }

  JobEdit waitsAgain(Instant at) {
    queuedAt = at;
    admittedAt = null;
    startedAt = null;
    exitCode = null;
    return this;
  }

  JobEdit atRest() {
    live = false;
    return this;
  }

  Job done() {
    return new Job(
        before.id(),
        before.project(),
        before.name(),
        before.user(),
        before.labels(),
        before.spec(),
        before.priority(),
        before.milliGpus(),
        phase,
        phaseSince,
        reason,
        message,
        before.submittedAt(),
        queuedAt,
        admittedAt,
        startedAt,
        endedAt,
        attempt,
        failures,
        savedMillis,
        stopAsked,
        exitCode,
        live,
        before.version() + 1);
  }
}
