package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Dimension;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Spans of time of a zone's calendar. Days have 23, 24 or 25 hours.
public final class Buckets {
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mmxxx", Locale.ROOT);

  private Buckets() {}

  /// `[from, to)` with its label.
  public record Bucket(String label, Instant from, Instant to) {}

  /// The buckets that `[from, to)` touches, in order, each cut to it; years begin in January.
  public static List<Bucket> of(Dimension step, Instant from, Instant to, ZoneId zone) {
    return of(step, from, to, zone, Month.JANUARY);
  }

  /// The same with years, and their quarters, that begin with the month `yearStart`. Such a year is
  /// named by the one in which it ends.
  public static List<Bucket> of(
      Dimension step, Instant from, Instant to, ZoneId zone, Month yearStart) {
    int shift = yearStart.getValue() - 1;
    List<Bucket> buckets = new ArrayList<>();
    ZonedDateTime start = start(step, from.atZone(zone), shift);
    while (start.toInstant().isBefore(to)) {
      ZonedDateTime next = next(step, start);
      Instant begin = start.toInstant().isBefore(from) ? from : start.toInstant();
      Instant end = next.toInstant().isAfter(to) ? to : next.toInstant();
      buckets.add(new Bucket(label(step, start, shift), begin, end));
      start = next;
    }
    return buckets;
  }

  /// The whole bucket that `at` lies in.
  public static Bucket whole(Dimension step, Instant at, ZoneId zone) {
    ZonedDateTime start = start(step, at.atZone(zone), 0);
    return new Bucket(label(step, start, 0), start.toInstant(), next(step, start).toInstant());
  }

  private static ZonedDateTime start(Dimension step, ZonedDateTime at, int shift) {
    LocalDate day = at.toLocalDate();
    LocalDate shifted = day.withDayOfMonth(1).minusMonths(shift);
    return switch (step) {
      case HOUR -> at.truncatedTo(ChronoUnit.HOURS);
      case DAY -> startOf(day, at);
      case WEEK -> startOf(day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)), at);
      case MONTH -> startOf(day.withDayOfMonth(1), at);
      case QUARTER ->
          startOf(
              shifted.withMonth(shifted.get(IsoFields.QUARTER_OF_YEAR) * 3 - 2).plusMonths(shift),
              at);
      case YEAR -> startOf(shifted.withDayOfYear(1).plusMonths(shift), at);
      case DEPARTMENT, TEAM, COST_CENTER, PROJECT, USER, POOL, MODEL, CLASS, METER, JOB, RUN ->
          throw new IllegalArgumentException(step + " is no time.");
    };
  }

  private static ZonedDateTime startOf(LocalDate day, ZonedDateTime at) {
    return day.atStartOfDay(at.getZone());
  }

  private static ZonedDateTime next(Dimension step, ZonedDateTime start) {
    LocalDate day = start.toLocalDate();
    return switch (step) {
      case HOUR -> start.plusHours(1).truncatedTo(ChronoUnit.HOURS);
      case DAY -> startOf(day.plusDays(1), start);
      case WEEK -> startOf(day.plusWeeks(1), start);
      case MONTH -> startOf(day.plusMonths(1), start);
      case QUARTER -> startOf(day.plusMonths(3), start);
      case YEAR -> startOf(day.plusYears(1), start);
      case DEPARTMENT, TEAM, COST_CENTER, PROJECT, USER, POOL, MODEL, CLASS, METER, JOB, RUN ->
          throw new IllegalArgumentException(step + " is no time.");
    };
  }

  private static String label(Dimension step, ZonedDateTime start, int shift) {
    LocalDate day = start.toLocalDate();
    LocalDate shifted = day.minusMonths(shift);
    String year = shift == 0 ? "" + day.getYear() : "FY" + (shifted.getYear() + 1);
    return switch (step) {
      case HOUR -> HOUR.format(start);
      case DAY, WEEK -> day.toString();
      case MONTH -> day.toString().substring(0, 7);
      case QUARTER -> "%s-Q%d".formatted(year, shifted.get(IsoFields.QUARTER_OF_YEAR));
      case YEAR -> year;
      case DEPARTMENT, TEAM, COST_CENTER, PROJECT, USER, POOL, MODEL, CLASS, METER, JOB, RUN ->
          throw new IllegalArgumentException(step + " is no time.");
    };
  }
}
