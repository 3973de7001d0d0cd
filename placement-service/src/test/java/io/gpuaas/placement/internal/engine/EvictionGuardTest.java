package io.gpuaas.placement.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.EvictionRules;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What counts as progress between two evictions.
class EvictionGuardTest {
  private static final Instant BOUND = Instant.parse("2026-05-01T00:00:00Z");

  /// A run that was left alone for a minute has to last ten of them; after two more for four,
  /// forty.
  @ParameterizedTest
  @CsvSource({
    "0, 599, false, 1",
    "0, 600, false, 0",
    "0, 10, true, 0",
    "1, 599, false, 2",
    "1, 600, false, 0",
    "3, 2399, false, 4",
    "3, 2400, false, 0"
  })
  void evictionsInARow(int before, long seconds, boolean kept, int expected) {
    EvictionGuard guard = new EvictionGuard(new EvictionRules(0, 0, 0, 1));
    assertThat(guard.countAfter(before, BOUND, kept, BOUND.plusSeconds(seconds)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"5, 599, 6", "5, 600, 0"})
  void whereNobodyIsLeftAloneTenMinutesAreEnough(int before, long seconds, int expected) {
    EvictionGuard guard = new EvictionGuard(new EvictionRules(0, 0, 0, 0));
    assertThat(guard.countAfter(before, BOUND, false, BOUND.plusSeconds(seconds)))
        .isEqualTo(expected);
  }

  /// A checkpoint counts that was written since the run began: seen, or due.
  @ParameterizedTest
  @CsvSource({
    "-5, 0, 100, false",
    "50, 0, 100, true",
    "100, 0, 100, true",
    "150, 0, 100, false",
    ", 0, 100, false",
    ", 60, 59, false",
    ", 60, 60, true",
    "-5, 60, 70, true"
  })
  void checkpoints(@Nullable Long last, long every, long at, boolean expected) {
    Instant written = last == null ? null : BOUND.plusSeconds(last);
    assertThat(EvictionGuard.hasCheckpoint(BOUND, written, every * 1000, BOUND.plusSeconds(at)))
        .isEqualTo(expected);
  }
}
