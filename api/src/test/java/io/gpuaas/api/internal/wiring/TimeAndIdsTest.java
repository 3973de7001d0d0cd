package io.gpuaas.api.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class TimeAndIdsTest {
  @Test
  void tellsTimeAsFinelyAsTheDatabaseKeepsIt() {
    InstantSource time = new TimeAndIds().systemTime();

    for (int i = 0; i < 10_000; i++) {
      Instant now = time.instant();
      assertThat(now).isEqualTo(now.truncatedTo(ChronoUnit.MICROS));
    }
  }
}
