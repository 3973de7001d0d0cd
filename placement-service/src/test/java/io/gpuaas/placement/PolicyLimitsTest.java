package io.gpuaas.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Policies are never negative, and say which of their numbers is.
class PolicyLimitsTest {
  @ParameterizedTest
  @CsvSource({"-1,0,0,0", "0,-1,0,0", "0,0,-1,0", "0,0,0,-1"})
  void evictionRulesAreNotNegative(long runtime, long notice, long claim, int inARow) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EvictionRules(runtime, notice, claim, inARow))
        .withMessage(
            "minRuntimeMillis (%d), noticeMillis (%d), claimMillis (%d) and evictionsInARow (%d)"
                + " must not be negative.",
            runtime, notice, claim, inARow);
  }

  @ParameterizedTest
  @CsvSource({"-1,0,0", "0,-1,0", "0,0,-1"})
  void queueOrderIsNotNegative(long halfLife, long priority, long share) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QueueOrder(halfLife, priority, share))
        .withMessage(
            "halfLifeMillis (%d), priorityWeightMilli (%d) and shareWeightMilli (%d) must not be"
                + " negative.",
            halfLife, priority, share);
  }

  @ParameterizedTest
  @CsvSource({"0,false", "1,true"})
  void thePastCountsWithAHalfLife(long halfLife, boolean counts) {
    assertThat(new QueueOrder(halfLife, 0, 0).countsPast()).isEqualTo(counts);
  }
}
