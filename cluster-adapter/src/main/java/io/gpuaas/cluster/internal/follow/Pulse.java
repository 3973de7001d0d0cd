package io.gpuaas.cluster.internal.follow;

import io.gpuaas.placement.ClusterCondition;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether a cluster answers. After an answer that says that it is not well all its runs wait, not
/// only the one that asked, and longer each time; the next that asks finds out. Safe for threads.
public final class Pulse {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int DOUBLINGS_MAX = 6;

  private ClusterCondition condition = ClusterCondition.WELL;
  private int missed;
  private @Nullable Instant quietUntil;

  /// It did not answer, or said that it is not well.
  ///
  /// @param atLeast so long it wants to be left alone
  public synchronized void missed(Instant now, String message, Duration atLeast) {
    Instant since = condition.since();
    condition = new ClusterCondition(since == null ? now : since, message);
    if (pause(now).isZero()) {
      quietUntil = now.plus(longer(nextPause(), atLeast));
    }
  }

  private Duration nextPause() {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(missed++, DOUBLINGS_MAX));
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /// It has answered well.
  public synchronized void felt() {
    condition = ClusterCondition.WELL;
    missed = 0;
    quietUntil = null;
  }

  /// So long it is to be left alone; zero when it may be asked.
  public synchronized Duration pause(Instant now) {
    return quietUntil == null || !now.isBefore(quietUntil)
        ? Duration.ZERO
        : Duration.between(now, quietUntil);
  }

  /// By what it was asked last.
  public synchronized ClusterCondition condition() {
    return condition;
  }
}
