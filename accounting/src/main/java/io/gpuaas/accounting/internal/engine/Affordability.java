package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Charge;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// When time alone makes a run affordable in a period: only what it may cost until the period's end
/// counts, so a run that reaches beyond it gets cheaper the later it begins.
///
/// Equal to looking at each millisecond in turn, but for hours that are cheaper than others before
/// the run reaches the end: those are not waited for.
public final class Affordability {
  private Affordability() {}

  /// The earliest instant of `[from, to)` at which a run that begins then fits into `room`; empty
  /// when there is none.
  ///
  /// @param maxRuntimeMillis longest run, 0 for none
  /// @param mostAt what a run may cost in the period at most when it begins at that instant
  public static Optional<Instant> earliest(
      Instant from,
      Instant to,
      long maxRuntimeMillis,
      Charge room,
      Function<Instant, Charge> mostAt) {
    if (!from.isBefore(to) || room.units().signum() < 0) {
      return Optional.empty();
    }
    if (fits(room, mostAt.apply(from))) {
      return Optional.of(from);
    }
    long begin = from.toEpochMilli();
    long low =
        maxRuntimeMillis == 0 ? begin : Math.max(begin, to.toEpochMilli() - maxRuntimeMillis);
    long high = to.toEpochMilli() - 1;
    if (low > high || !fits(room, mostAt.apply(Instant.ofEpochMilli(high)))) {
      return Optional.empty();
    }
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (fits(room, mostAt.apply(Instant.ofEpochMilli(middle)))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Optional.of(Instant.ofEpochMilli(high));
  }

  private static boolean fits(Charge room, Charge most) {
    return most.compareTo(room) <= 0;
  }
}
