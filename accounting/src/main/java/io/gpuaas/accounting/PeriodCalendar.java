package io.gpuaas.accounting;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// When the months of a project begin, by the zones that it has had.
///
/// Its periods tile the time line whatever is changed: each begins at the instant at which the one
/// before it ends. A period that has begun keeps its end. So another zone counts from the end of
/// the period after it: that one joins both, beginning by the old zone and ending by the new one.
///
/// @param first zone of the months before all changes
/// @param turns in order of time
public record PeriodCalendar(ZoneId first, List<Turn> turns) {
  public PeriodCalendar {
    turns = List.copyOf(turns);
  }

  /// Months from `from` on begin by the clocks of `zone`.
  public record Turn(YearMonth from, ZoneId zone) {}

  /// Of one zone for ever.
  public static PeriodCalendar of(ZoneId zone) {
    return new PeriodCalendar(zone, List.of());
  }

  public Period period(YearMonth month) {
    return new Period(month, zoneAtStartOf(month), zoneAtStartOf(month.plusMonths(1)));
  }

  private ZoneId zoneAtStartOf(YearMonth month) {
    ZoneId zone = first;
    for (Turn turn : turns) {
      if (!turn.from().isAfter(month)) {
        zone = turn.zone();
      }
    }
    return zone;
  }

  /// The one in which `at` lies.
  public Period at(Instant at) {
    // No zone is a day away from UTC.
    YearMonth near = YearMonth.from(at.atOffset(ZoneOffset.UTC));
    Period period = period(near.minusMonths(1));
    while (!at.isBefore(period.to())) {
      period = period(period.month().plusMonths(1));
    }
    return period;
  }

  /// The zone of the months to come, when all changes have taken effect.
  public ZoneId last() {
    return turns.isEmpty() ? first : turns.getLast().zone();
  }

  /// When the months begin by `zone`, if that is wished at `now`.
  public Turn turn(Instant now, ZoneId zone) {
    return new Turn(at(now).month().plusMonths(2), zone);
  }

  /// With a turn, which counts instead of those that had not come by its month.
  public PeriodCalendar with(Turn turn) {
    List<Turn> kept = new ArrayList<>();
    for (Turn earlier : turns) {
      if (earlier.from().isBefore(turn.from())) {
        kept.add(earlier);
      }
    }
    kept.add(turn);
    return new PeriodCalendar(first, kept);
  }
}
