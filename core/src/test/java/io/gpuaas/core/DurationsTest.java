package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "250ms, 250",
    "90s, 90000",
    "15m, 900000",
    "2h, 7200000",
    "3d, 259200000",
    "1h30m, 5400000",
    "1m5ms, 60005",
    "0s, 0",
    "36500d, 3153600000000",
    "3153600000000ms, 3153600000000",
    "91h21m30s, 328890000",
    "30s91h21m, 328890000",
    "0d0h0m0s0ms, 0"
  })
  void readsShortDurations(String text, long millis) {
    assertThat(Durations.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "h",
        "-1h",
        "+1h",
        "1.5h",
        "1h 30m",
        " 1h",
        "1h ",
        "1w",
        "1H",
        "1hx",
        "x1h",
        "٣h",
        "１h",
        "1h🕐",
        "PT1H",
        "36501d",
        "36500d1ms",
        "3153600000001ms",
        "999999999999999d",
        "9999999999999999s"
      })
  void refusesWhatIsNone(String text) {
    assertThat(Durations.parse(text)).isEmpty();
  }

  @Test
  void refusesASumThatWouldOverflow() {
    assertThat(Durations.parse("3153600000000d".repeat(100))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ms",
    "999, 999ms",
    "1000, 1s",
    "1001, 1s1ms",
    "59000, 59s",
    "999000, 999s",
    "1001000, 16m41s",
    "5400000, 90m",
    "7200000, 2h",
    "86400000, 1d",
    "90000000, 25h",
    "86400000000, 1000d",
    "328890000, 91h21m30s",
    "3600000001, 1000h1ms",
    "3153600000000, 36500d"
  })
  void writesAShortExactTextAndReadsItBack(long millis, String text) {
    Duration duration = Duration.ofMillis(millis);
    assertThat(Durations.format(duration)).isEqualTo(text);
    assertThat(Durations.parse(text)).contains(duration);
  }

  /// Over all lengths, each size as often: what is written is read back as the same duration, and
  /// what was written once is written so again.
  @Test
  void readsBackWhatItWrites() {
    SplittableRandom random = new SplittableRandom(20261130);
    for (int i = 0; i < 20_000; i++) {
      long unit = List.of(1L, 1000L, 60_000L, 3_600_000L, 86_400_000L).get(random.nextInt(5));
      long units = random.nextLong(1L << random.nextInt(1, 42)) % (3_153_600_000_000L / unit + 1);
      Duration duration = Duration.ofMillis(units * unit);
      String text = Durations.format(duration);
      assertThat(Durations.parse(text)).as(text).contains(duration);
      assertThat(text).matches("([0-9]+(d|h|m|s|ms))+").hasSizeLessThanOrEqualTo(19);
    }
  }
}
