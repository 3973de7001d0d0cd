package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.Workload;
import io.gpuaas.placement.EvictionRules;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Keeps jobs from being evicted again and again without getting anywhere.
///
/// A run has made progress when it has written a checkpoint, or has lasted ten minutes and ten
/// times as long as it was left alone. After the stated number of evictions without progress the
/// next run is left alone for a minute, after one more for two, and so on: policies that disagree
/// about two jobs come to an end, and nobody keeps lent room for ever.
public final class EvictionGuard {
  private static final long MINUTE = 60_000;
  private static final long LONG_RUN = 10 * MINUTE;
  private static final int DOUBLINGS_MAX = 30;

  private final EvictionRules rules;

  public EvictionGuard(EvictionRules rules) {
    this.rules = rules;
  }

  int countAfter(int before, Holding holding, Instant at) {
    return countAfter(before, holding.held.admittedAt(), hasCheckpoint(holding, at), at);
  }

  /// How often in a row, once a run that has its room since `boundAt` is preempted at `at`.
  ///
  /// @param kept it has written a checkpoint
  public int countAfter(int before, Instant boundAt, boolean kept, Instant at) {
    long ran = Duration.between(boundAt, at).toMillis();
    boolean lasted = ran >= Math.max(LONG_RUN, 10 * aloneMillis(before));
    return lasted || kept ? 0 : before + 1;
  }

  private static boolean hasCheckpoint(Holding holding, Instant at) {
    Workload.Checkpoint checkpoint = holding.held.workload().checkpoint();
    return checkpoint != null
        && hasCheckpoint(
            holding.held.admittedAt(), checkpoint.lastAt(), checkpoint.everyMillis(), at);
  }

  /// Whether a run has written a checkpoint by `at`; where none is known, after each interval.
  ///
  /// @param everyMillis 0 when it makes none
  public static boolean hasCheckpoint(
      Instant boundAt, @Nullable Instant last, long everyMillis, Instant at) {
    boolean written = last != null && last.isAfter(boundAt) && !last.isAfter(at);
    return written || (everyMillis > 0 && !boundAt.plusMillis(everyMillis).isAfter(at));
  }

  private long aloneMillis(int evictions) {
    int over = evictions - rules.evictionsInARow();
    return rules.evictionsInARow() == 0 || over < 0 ? 0 : MINUTE << Math.min(over, DOUBLINGS_MAX);
  }

  /// Until when the run may not be preempted; its start when it may be at any time.
  Instant protectedUntil(Holding holding, int evictions, Instant now) {
    Instant since = holding.held.admittedAt();
    long alone = hasCheckpoint(holding, now) ? 0 : aloneMillis(evictions);
    return since.plusMillis(Math.max(rules.minRuntimeMillis(), alone));
  }
}
