package io.gpuaas.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeBandTest {
  private static final String NIGHTS = "MON,TUE,WED,THU,FRI 20:00-06:00 Europe/Berlin";

  private static TimeBand band(String text) {
    return TimeBand.parse(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|*",
        "*|*",
        "MON-SUN 00:00-24:00 Europe/Berlin|*",
        "MON-SUN 08:00-08:00 Asia/Tokyo|*",
        "MON-FRI 20:00-06:00 Europe/Berlin|" + NIGHTS,
        "SUN,MON-TUE 00:00-00:00 UTC|MON,TUE,SUN 00:00-24:00 UTC",
        "SAT 08:30-24:00 +05:30|SAT 08:30-24:00 +05:30",
      })
  void isReadAndWritten(String text, String written) {
    assertThat(band(text)).hasToString(written);
    assertThat(band(written)).isEqualTo(band(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nights",
        "MON-FRI 20:00-06:00",
        "MON-FRI 20:00-06:00 Mars",
        "FRI-MON 20:00-06:00 UTC",
        "MON-TUE-WED 20:00-06:00 UTC",
        "MON,, 20:00-06:00 UTC",
        "MO 20:00-06:00 UTC",
        "MON 24:00-06:00 UTC",
        "MON 24:01-06:00 UTC",
        "MON 20:60-06:00 UTC",
        "MON 20:00-25:00 UTC",
        "MON 20:00-24:30 UTC",
      })
  void otherTextsAreNone(String text) {
    assertThat(TimeBand.parse(text)).isEmpty();
  }

  @Test
  void aBandWithoutHoursCannotBeBuilt() {
    TreeSet<DayOfWeek> monday = new TreeSet<>(List.of(DayOfWeek.MONDAY));
    for (int[] minutes : new int[][] {{-1, 5}, {1_440, 5}, {5, 0}, {5, 1_441}}) {
      assertThatThrownBy(() -> new TimeBand(monday, minutes[0], minutes[1], ZoneOffset.UTC))
          .hasMessage(
              "A band has days ([MONDAY]) and minutes of the day: %d to %d.",
              minutes[0], minutes[1]);
    }
    assertThatThrownBy(() -> new TimeBand(new TreeSet<>(), 0, 5, ZoneOffset.UTC))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// 2026-03-27 is a Friday. On the 29th Berlin's clocks go from 02:00 to 03:00, on 2026-10-25 from
  /// 03:00 back to 02:00.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        NIGHTS + "|2026-03-27T18:59:59.999Z|false",
        NIGHTS + "|2026-03-27T19:00:00Z|true",
        NIGHTS + "|2026-03-28T04:59:59.999Z|true",
        NIGHTS + "|2026-03-28T05:00:00Z|false",
        NIGHTS + "|2026-03-28T19:00:00Z|false",
        NIGHTS + "|2026-03-30T01:00:00Z|false",
        NIGHTS + "|2026-03-30T18:00:00Z|true",
        "SUN 02:00-03:00 Europe/Berlin|2026-03-29T00:59:59.999Z|false",
        "SUN 02:00-03:00 Europe/Berlin|2026-03-29T01:00:00Z|false",
        "SUN 02:30-04:00 Europe/Berlin|2026-03-29T01:00:00Z|true",
        "SUN 02:30-04:00 Europe/Berlin|2026-03-29T02:00:00Z|false",
        "SUN 02:00-02:30 Europe/Berlin|2026-10-25T00:29:59.999Z|true",
        "SUN 02:00-02:30 Europe/Berlin|2026-10-25T00:30:00Z|false",
        "SUN 02:00-02:30 Europe/Berlin|2026-10-25T01:00:00Z|true",
        "SUN 02:00-02:30 Europe/Berlin|2026-10-25T01:30:00Z|false",
      })
  void theClockOnTheWallDecides(String band, Instant at, boolean in) {
    assertThat(band(band).holdsAt(at)).isEqualTo(in);
  }

  /// Between two borders nothing changes: looked at minute by minute over both clock changes.
  @Test
  void nothingBeginsOrEndsBetweenBorders() {
    List<String> zones = List.of("Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC");
    for (long seed = 0; seed < 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      TimeBand band = random(random, ZoneId.of(zones.get((int) (seed % zones.size()))));
      Instant from = Instant.parse(seed % 2 == 0 ? "2026-03-27T00:00:00Z" : "2026-10-02T12:00:00Z");
      Instant to = from.plusSeconds(86_400L * 10);
      TreeSet<Instant> borders = new TreeSet<>(band.borders(from, to));
      for (Instant at = from.plusSeconds(60); at.isBefore(to); at = at.plusSeconds(60)) {
        boolean turns = band.holdsAt(at) != band.holdsAt(at.minusMillis(1));
        assertThat(turns && !borders.contains(at))
            .as("seed %d: %s at %s", seed, band, at)
            .isFalse();
      }
      assertThat(borders).allMatch(it -> it.isAfter(from) && it.isBefore(to));
    }
    assertThat(TimeBand.ALWAYS.borders(Instant.EPOCH, Instant.EPOCH.plusSeconds(999_999)))
        .isEmpty();
  }

  private static TimeBand random(SplittableRandom random, ZoneId zone) {
    TreeSet<DayOfWeek> days = new TreeSet<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      days.add(DayOfWeek.of(1 + random.nextInt(7)));
    }
    return new TimeBand(days, random.nextInt(1_440), 1 + random.nextInt(1_440), zone);
  }

  @Test
  void bandsMeetWhenSomeMinuteOfTheWeekIsInBoth() {
    Instant monday = Instant.parse("2026-06-01T00:00:00Z");
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      TimeBand one = random(random, ZoneOffset.UTC);
      TimeBand other = random(random, ZoneOffset.UTC);
      boolean both = false;
      for (int minute = 0; minute < 7 * 1_440; minute++) {
        Instant at = monday.plusSeconds(60L * minute);
        both |= one.holdsAt(at) && other.holdsAt(at);
      }
      assertThat(one.meets(other)).as("%s and %s", one, other).isEqualTo(both);
    }
    assertThat(band("MON 01:00-02:00 UTC").meets(band("TUE 01:00-02:00 Asia/Tokyo"))).isTrue();
  }
}
