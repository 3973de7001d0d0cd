package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.RatedUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What open runs cost as time goes on, if nothing else happens to them.
///
/// [#reaches] is equivalent to looking at each millisecond. It differs for speed in that it looks
/// at ever longer spans and then halves the one in question: costs never fall.
public final class CostCurve {
  private static final long FIRST_LOOK_MILLIS = 3_600_000;

  private final Meter meter;
  private final Rater rater;
  private final List<OpenRun> runs;

  public CostCurve(Meter meter, Rater rater, List<OpenRun> runs) {
    this.meter = meter;
    this.rater = rater;
    this.runs = List.copyOf(runs);
  }

  /// What of the runs is not in the books and lies before `at`.
  public Charge at(Instant at) {
    Charge sum = Charge.ZERO;
    for (OpenRun run : runs) {
      for (RatedUsage rated : rater.rate(Meter.since(meter.accrued(run, at), run.storedUpTo()))) {
        sum = sum.plus(rated.charge());
      }
    }
    return sum;
  }

  /// The first millisecond from `from` on before which the runs have cost `amount`; null when they
  /// have not `longest` later.
  public @Nullable Instant reaches(Charge amount, Instant from, Duration longest) {
    Instant before = Meter.toMillis(from);
    if (at(before).compareTo(amount) >= 0) {
      return before;
    }
    Instant end = before.plus(longest);
    long step = FIRST_LOOK_MILLIS;
    Instant after = earlier(before.plusMillis(step), end);
    while (at(after).compareTo(amount) < 0) {
      if (!after.isBefore(end)) {
        return null;
      }
      before = after;
      step = 2 * step;
      after = earlier(after.plusMillis(step), end);
    }
    while (before.plusMillis(1).isBefore(after)) {
      long half = (after.toEpochMilli() - before.toEpochMilli()) / 2;
      Instant middle = before.plusMillis(half);
      boolean reached = at(middle).compareTo(amount) >= 0;
      before = reached ? before : middle;
      after = reached ? middle : after;
    }
    return after;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
