package io.gpuaas.api.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class TimeAndIdsTest {
  @Test
  void tellsTimeAsFinelyAsTheDatabaseKeepsIt() {
    InstantSource time = new TimeAndIds().systemTime();

    for (int i = 0; i < 10_000; i++) {
      assertThat(time.instant().getNano() % 1_000).isZero();
    }
  }
}
