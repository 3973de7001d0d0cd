package io.gpuaas.api.internal.engine;

import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When a notebook counts as idle, and what becomes of it then: it is told, and stopped a notice
/// later unless somebody uses it. A window that slides, not a mean: one busy step begins it anew.
///
/// @param percent a GPU that is less busy than this is idle
/// @param windowMillis so long all its GPUs must have been idle
/// @param noticeMillis so long it has after it was told
public record IdleRule(boolean active, int percent, long windowMillis, long noticeMillis) {
  /// Nobody is stopped.
  public static final IdleRule OFF = new IdleRule(false, 5, 3_600_000, 900_000);

  private static final long STEPS_IN_WINDOW = 60;
  private static final long LEAST_STEP_MILLIS = 1_000;

  public IdleRule {
    if (percent < 1 || percent > 100 || windowMillis < 1_000 || noticeMillis < 0) {
      throw new IllegalArgumentException(
          ("percent (%d) must be from 1 to 100, the window (%d ms) at least 1 s, the notice (%d ms)"
                  + " not negative.")
              .formatted(percent, windowMillis, noticeMillis));
    }
  }

  /// What is to be done now, and when to look again at the latest.
  public sealed interface Verdict {
    /// Nothing: it is used, or has not been idle for long enough.
    record Used(Instant lookAt) implements Verdict {}

    /// It is to be told that it will be stopped at `stopAt`.
    record Tell(Instant idleSince, Instant stopAt) implements Verdict {}

    /// It was told, and its notice goes on.
    record Told(Instant stopAt) implements Verdict {}

    /// It was told and was used since: the notice is taken back.
    record UsedAgain(Instant lookAt) implements Verdict {}

    /// It was told, and its notice is over.
    record Stop(Instant idleSince) implements Verdict {}
  }

  /// In which steps use is asked for.
  public Duration step() {
    return Duration.ofMillis(Math.max(LEAST_STEP_MILLIS, windowMillis / STEPS_IN_WINDOW));
  }

  /// From when on use must be known for a verdict at `now`.
  public Instant lookBackTo(@Nullable Instant toldAt, Instant now) {
    Instant begin = now.minusMillis(windowMillis).minus(step());
    return toldAt != null && toldAt.isBefore(begin) ? toldAt : begin;
  }

  /// Since when none of its GPUs was busy: the end of the last busy step, else `from` or its start.
  /// What was not measured may have been busy: a hole counts as use, up to its end.
  ///
  /// @param to until when use was asked for
  public Instant idleSince(RunUse use, Instant startedAt, Instant from, Instant to) {
    Instant begin = later(startedAt, from);
    Instant since = use.pods().isEmpty() ? later(begin, to) : begin;
    for (PodUse pod : use.pods()) {
      Instant known = begin;
      for (Sample sample : pod.samples()) {
        Instant end = sample.at().plus(step());
        since = isHole(known, sample.at()) ? later(since, sample.at()) : since;
        since = sample.gpuPercent() >= percent ? later(since, end) : since;
        known = later(known, end);
      }
      since = isHole(known, to) ? later(since, to) : since;
    }
    return since;
  }

  /// The newest step may not be there yet.
  private boolean isHole(Instant from, Instant to) {
    return to.isAfter(from.plus(step().multipliedBy(2)));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /// What is to be done at `now`.
  ///
  /// @param toldAt when it was told, null when it was not
  public Verdict verdict(Instant idleSince, @Nullable Instant toldAt, Instant now) {
    if (toldAt != null && idleSince.isAfter(toldAt)) {
      return new Verdict.UsedAgain(idleSince.plusMillis(windowMillis));
    }
    if (toldAt != null) {
      Instant stopAt = toldAt.plusMillis(noticeMillis);
      return now.isBefore(stopAt) ? new Verdict.Told(stopAt) : new Verdict.Stop(idleSince);
    }
    Instant idleAt = idleSince.plusMillis(windowMillis);
    return now.isBefore(idleAt)
        ? new Verdict.Used(idleAt)
        : new Verdict.Tell(idleSince, now.plusMillis(noticeMillis));
  }
}
