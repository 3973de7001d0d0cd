package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.ClusterCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PulseTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void whoDoesNotAnswerIsLeftAloneLongerEachTimeUpToHalfAMinute() {
    Pulse pulse = new Pulse();
    Instant now = NOON;
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      pulse.missed(now, "no answer", Duration.ZERO);
      Duration pause = pulse.pause(now);
      pauses.add(pause.toMillis());
      now = now.plus(pause);
    }
    assertThat(pauses)
        .containsExactly(500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L);
    assertThat(pulse.condition()).isEqualTo(new ClusterCondition(NOON, "no answer"));
  }

  /// Those that asked before the pause began hear of it later: that is no second miss.
  @Test
  void whatIsMissedDuringAPauseMakesItNoLonger() {
    Pulse pulse = new Pulse();
    pulse.missed(NOON, "first", Duration.ZERO);
    pulse.missed(NOON.plusMillis(100), "second", Duration.ZERO);
    assertThat(pulse.pause(NOON.plusMillis(100))).isEqualTo(Duration.ofMillis(400));
    assertThat(pulse.condition()).isEqualTo(new ClusterCondition(NOON, "second"));
  }

  @Test
  void whoAsksForTimeIsGivenIt() {
    Pulse pulse = new Pulse();
    pulse.missed(NOON, "busy", Duration.ofSeconds(7));
    assertThat(pulse.pause(NOON)).isEqualTo(Duration.ofSeconds(7));
    assertThat(pulse.pause(NOON.plusSeconds(7))).isZero();
  }

  @Test
  void anAnswerEndsIt() {
    Pulse pulse = new Pulse();
    pulse.missed(NOON, "no answer", Duration.ofSeconds(7));
    pulse.felt();
    assertThat(pulse.pause(NOON)).isZero();
    assertThat(pulse.condition()).isEqualTo(ClusterCondition.WELL);
    pulse.missed(NOON.plusSeconds(1), "no answer", Duration.ZERO);
    assertThat(pulse.pause(NOON.plusSeconds(1))).isEqualTo(Duration.ofMillis(500));
  }
}
