package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Dimension;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
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

  /// The buckets that `[from, to)` touches, in order, each cut to it.
  public static List<Bucket> of(Dimension step, Instant from, Instant to, ZoneId zone) {
    List<Bucket> buckets = new ArrayList<>();
    ZonedDateTime start = start(step, from.atZone(zone));
    while (start.toInstant().isBefore(to)) {
      ZonedDateTime next = next(step, start);
      Instant begin = start.toInstant().isBefore(from) ? from : start.toInstant();
      Instant end = next.toInstant().isAfter(to) ? to : next.toInstant();
      buckets.add(new Bucket(label(step, start), begin, end));
      start = next;
    }
    return buckets;
  }

  /// The whole bucket that `at` lies in.
  public static Bucket whole(Dimension step, Instant at, ZoneId zone) {
    ZonedDateTime start = start(step, at.atZone(zone));
    return new Bucket(label(step, start), start.toInstant(), next(step, start).toInstant());
  }

  private static ZonedDateTime start(Dimension step, ZonedDateTime at) {
    LocalDate day = at.toLocalDate();
    return switch (step) {
      case HOUR -> at.truncatedTo(ChronoUnit.HOURS);
      case DAY -> startOf(day, at);
      case WEEK -> startOf(day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)), at);
      case MONTH -> startOf(day.withDayOfMonth(1), at);
      case QUARTER ->
          startOf(day.withDayOfMonth(1).withMonth(day.get(IsoFields.QUARTER_OF_YEAR) * 3 - 2), at);
      case YEAR -> startOf(day.withDayOfYear(1), at);
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

  private static String label(Dimension step, ZonedDateTime start) {
    LocalDate day = start.toLocalDate();
    return switch (step) {
      case HOUR -> HOUR.format(start);
      case DAY, WEEK -> day.toString();
      case MONTH -> day.toString().substring(0, 7);
      case QUARTER -> "%d-Q%d".formatted(day.getYear(), day.get(IsoFields.QUARTER_OF_YEAR));
      case YEAR -> Integer.toString(day.getYear());
      case DEPARTMENT, TEAM, COST_CENTER, PROJECT, USER, POOL, MODEL, CLASS, METER, JOB, RUN ->
          throw new IllegalArgumentException(step + " is no time.");
    };
  }
}
