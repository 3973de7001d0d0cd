package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
    "36500d, 3153600000000"
  })
  void readsShortDurations(String text, long millis) {
    assertThat(Durations.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "h", "-1h", "1.5h", "1h 30m", "1w", "36501d", "999999999999999d", "1hx"})
  void refusesWhatIsNone(String text) {
    assertThat(Durations.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"7200, 2h", "5400, 90m", "0, 0s", "59, 59s", "86400, 1d", "90000, 25h"})
  void writesTheShortestExactText(long seconds, String text) {
    assertThat(Durations.format(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

  @Test
  void readsBackWhatItWrites() {
    for (long millis = 0; millis < 200_000_000L; millis = millis * 3 + 7) {
      Duration duration = Duration.ofMillis(millis);
      assertThat(Durations.parse(Durations.format(duration))).contains(duration);
    }
  }
}
