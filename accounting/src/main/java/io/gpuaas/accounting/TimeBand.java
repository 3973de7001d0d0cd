package io.gpuaas.accounting;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Hours of the week by the clocks of a zone, such as nights.
///
/// An instant is in the band when a clock on the wall says so: an hour that the clocks skip is in
/// no band, one that they show twice is in it twice.
///
/// @param days on which it begins; it may go on until the next day
/// @param fromMinute of the day, 0 to 1439
/// @param toMinute exclusive, 1 to 1440; not after `fromMinute`: on the next day
public record TimeBand(SortedSet<DayOfWeek> days, int fromMinute, int toMinute, ZoneId zone)
    implements Comparable<TimeBand> {
  private static final int DAY_MINUTES = 1_440;
  private static final int WEEK_MINUTES = 7 * DAY_MINUTES;
  private static final List<String> SHORT =
      List.of("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");
  private static final Pattern TEXT =
      Pattern.compile(
          "(?<days>[A-Z,-]+) (?<from>[0-9]{2}:[0-9]{2})-(?<to>[0-9]{2}:[0-9]{2}) (?<zone>\\S+)");

  /// Every hour of the week.
  public static final TimeBand ALWAYS =
      new TimeBand(new TreeSet<>(List.of(DayOfWeek.values())), 0, DAY_MINUTES, ZoneOffset.UTC);

  public TimeBand {
    days = Collections.unmodifiableSortedSet(new TreeSet<>(days));
    boolean inDay = fromMinute >= 0 && fromMinute < DAY_MINUTES;
    if (days.isEmpty() || !inDay || toMinute <= 0 || toMinute > DAY_MINUTES) {
      throw new IllegalArgumentException(
          "A band has days (%s) and minutes of the day: %d to %d."
              .formatted(days, fromMinute, toMinute));
    }
  }

  /// The band that `text` writes, such as `MON-FRI 20:00-06:00 Europe/Berlin`; `*` or nothing is
  /// [#ALWAYS]. Empty when it writes none.
  public static Optional<TimeBand> parse(String text) {
    if (text.isEmpty() || text.equals(RateKey.ANY)) {
      return Optional.of(ALWAYS);
    }
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    SortedSet<DayOfWeek> days = days(parts.group("days"));
    int from = minute(parts.group("from"));
    int to = minute(parts.group("to"));
    if (days.isEmpty() || from < 0 || from == DAY_MINUTES || to < 0) {
      return Optional.empty();
    }
    try {
      ZoneId zone = ZoneId.of(parts.group("zone"));
      TimeBand band = new TimeBand(days, from, to == 0 ? DAY_MINUTES : to, zone);
      return Optional.of(band.week().cardinality() == WEEK_MINUTES ? ALWAYS : band);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// The days of `MON-FRI,SUN`; none when it says something else.
  private static SortedSet<DayOfWeek> days(String text) {
    TreeSet<DayOfWeek> days = new TreeSet<>();
    for (String range : text.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int first = SHORT.indexOf(ends[0]);
      int last = SHORT.indexOf(ends[ends.length - 1]);
      if (ends.length > 2 || first < 0 || last < first) {
        return new TreeSet<>();
      }
      for (int day = first; day <= last; day++) {
        days.add(DayOfWeek.of(day + 1));
      }
    }
    return days;
  }

  /// Minutes of `06:30`; -1 when there is no such time.
  private static int minute(String text) {
    int hour = Integer.parseInt(text.substring(0, 2));
    int minute = Integer.parseInt(text.substring(3));
    boolean valid = minute < 60 && (hour < 24 || (hour == 24 && minute == 0));
    return valid ? hour * 60 + minute : -1;
  }

  /// As [#parse] reads it.
  public String text() {
    if (equals(ALWAYS)) {
      return RateKey.ANY;
    }
    List<String> names = new ArrayList<>();
    days.forEach(day -> names.add(SHORT.get(day.getValue() - 1)));
    return "%s %s-%s %s"
        .formatted(String.join(",", names), clock(fromMinute), clock(toMinute), zone.getId());
  }

  private static String clock(int minute) {
    return "%02d:%02d".formatted(minute / 60, minute % 60);
  }

  /// Whether the clocks of the zone show a time of the band.
  public boolean holdsAt(Instant at) {
    LocalDateTime clock = LocalDateTime.ofInstant(at, zone);
    int minute = clock.getHour() * 60 + clock.getMinute();
    if (toMinute > fromMinute) {
      return days.contains(clock.getDayOfWeek()) && minute >= fromMinute && minute < toMinute;
    }
    return (days.contains(clock.getDayOfWeek()) && minute >= fromMinute)
        || (days.contains(clock.getDayOfWeek().minus(1)) && minute < toMinute);
  }

  /// All instants in `(from, to)` at which it may begin or end, in order.
  public SortedSet<Instant> borders(Instant from, Instant to) {
    TreeSet<Instant> borders = new TreeSet<>();
    ZoneRules rules = zone.getRules();
    LocalDate last = LocalDate.ofInstant(to, zone).plusDays(1);
    LocalDate day = LocalDate.ofInstant(from, zone).minusDays(1);
    while (!equals(ALWAYS) && !day.isAfter(last)) {
      for (int minute : new int[] {fromMinute, toMinute}) {
        LocalDateTime clock = day.atStartOfDay().plusMinutes(minute);
        rules.getValidOffsets(clock).forEach(offset -> borders.add(clock.toInstant(offset)));
      }
      day = day.plusDays(1);
    }
    ZoneOffsetTransition change = equals(ALWAYS) ? null : rules.nextTransition(from);
    while (change != null && change.getInstant().isBefore(to)) {
      borders.add(change.getInstant());
      change = rules.nextTransition(change.getInstant());
    }
    borders.removeIf(border -> !border.isAfter(from) || !border.isBefore(to));
    return borders;
  }

  /// Whether some hour may be in both. Bands of different zones are taken to meet: their clocks
  /// move against each other.
  public boolean meets(TimeBand other) {
    return !zone.equals(other.zone) || week().intersects(other.week());
  }

  /// Its minutes of the week.
  private BitSet week() {
    BitSet week = new BitSet(WEEK_MINUTES);
    int length =
        toMinute > fromMinute ? toMinute - fromMinute : toMinute + DAY_MINUTES - fromMinute;
    for (DayOfWeek day : days) {
      int start = (day.getValue() - 1) * DAY_MINUTES + fromMinute;
      for (int minute = start; minute < start + length; minute++) {
        week.set(minute % WEEK_MINUTES);
      }
    }
    return week;
  }

  @Override
  public int compareTo(TimeBand other) {
    return text().compareTo(other.text());
  }

  @Override
  public String toString() {
    return text();
  }
}
