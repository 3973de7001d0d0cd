package io.gpuaas.api.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.api.internal.engine.IdleRule.Verdict;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// 5 %, ten minutes, two minutes of notice; use is asked for in steps of ten seconds.
class IdleRuleTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final IdleRule RULE = new IdleRule(true, 5, 600_000, 120_000);

  private static Instant minute(int minute) {
    return NOON.plusSeconds(minute * 60L);
  }

  static Stream<Arguments> verdicts() {
    return Stream.of(
        Arguments.of(0, null, 9, new Verdict.Used(minute(10))),
        Arguments.of(0, null, 10, new Verdict.Tell(minute(0), minute(12))),
        Arguments.of(0, 10, 11, new Verdict.Told(minute(12))),
        Arguments.of(0, 10, 12, new Verdict.Stop(minute(0))),
        Arguments.of(10, 10, 12, new Verdict.Stop(minute(10))),
        Arguments.of(11, 10, 11, new Verdict.UsedAgain(minute(21))));
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void itIsToldThenStoppedUnlessItIsUsed(
      int idleSince, @Nullable Integer told, int now, Verdict verdict) {
    Instant toldAt = told == null ? null : minute(told);
    assertThat(RULE.verdict(minute(idleSince), toldAt, minute(now))).isEqualTo(verdict);
  }

  private static PodUse pod(int rank, int... percents) {
    Stream.Builder<Sample> samples = Stream.builder();
    for (int i = 0; i < percents.length; i++) {
      if (percents[i] >= 0) {
        samples.add(new Sample(NOON.plusSeconds(10L * i), percents[i], 50));
      }
    }
    return new PodUse(rank, "p" + rank, samples.build().toList());
  }

  /// Two pods, of which one does nothing, measured for as long as the other.
  private static RunUse use(int... percents) {
    return new RunUse(true, List.of(pod(0, new int[percents.length]), pod(1, percents)));
  }

  private static Instant second(int second) {
    return NOON.plusSeconds(second);
  }

  @Test
  void anyBusyPodBeginsTheWindowAnew() {
    assertThat(RULE.idleSince(use(0, 5, 4, 0), NOON, NOON, second(40))).isEqualTo(second(20));
    assertThat(RULE.idleSince(use(0, 4, 0), NOON, NOON, second(30))).isEqualTo(NOON);
    assertThat(RULE.idleSince(use(0, 4, 0), second(25), NOON, second(30))).isEqualTo(second(25));
    assertThat(RULE.idleSince(use(0, 4, 0), minute(-3), NOON, second(30))).isEqualTo(NOON);
  }

  /// -1 is a step that was not measured: whoever measures was away.
  @Test
  void whatWasNotMeasuredCountsAsUse() {
    assertThat(RULE.idleSince(use(0, -1, 0, 0), NOON, NOON, second(40))).isEqualTo(NOON);
    assertThat(RULE.idleSince(use(0, -1, -1, -1, 0), NOON, NOON, second(50))).isEqualTo(second(40));
    assertThat(RULE.idleSince(use(0, 0), NOON, NOON, second(40))).isEqualTo(NOON);
    assertThat(RULE.idleSince(use(0, 0), NOON, NOON, second(41))).isEqualTo(second(41));
    assertThat(RULE.idleSince(new RunUse(true, List.of()), NOON, NOON, second(30)))
        .isEqualTo(second(30));
  }

  @Test
  void useIsLookedAtForAWindowAndSinceItWasTold() {
    assertThat(RULE.step()).isEqualTo(Duration.ofSeconds(10));
    assertThat(new IdleRule(true, 5, 5_000, 0).step()).isEqualTo(Duration.ofSeconds(1));
    Instant begin = minute(10).minusSeconds(10);
    assertThat(RULE.lookBackTo(null, minute(20))).isEqualTo(begin);
    assertThat(RULE.lookBackTo(minute(19), minute(20))).isEqualTo(begin);
    assertThat(RULE.lookBackTo(minute(2), minute(20))).isEqualTo(minute(2));
  }

  @ParameterizedTest
  @CsvSource({"0, 1000, 0", "101, 1000, 0", "5, 999, 0", "5, 1000, -1"})
  void whatMeansNothingCannotBeBuilt(int percent, long window, long notice) {
    assertThatThrownBy(() -> new IdleRule(true, percent, window, notice))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
