package io.gpuaas.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MixLearnerTest {
  private static final PodSet ONE = PodSet.of("a", 1, ResourceAmounts.of(Resources.GPU, 1));

  private static Workload job(int pods) {
    return new Workload(
        new JobId("job_" + pods),
        "team",
        0,
        Instant.EPOCH,
        List.of(PodSet.of("workers", pods, ResourceAmounts.of(Resources.GPU, 1))),
        true,
        false,
        0,
        null);
  }

  @Test
  void isToldAtOnceAndThenEachTimeAQuarterHasCome() {
    MixLearner learner = new MixLearner();
    assertThat(learner.isWorthTelling()).isFalse();
    List<Integer> toldAt = new ArrayList<>();
    for (int arrived = 1; arrived <= 200; arrived++) {
      learner.arrived(job(1));
      if (learner.isWorthTelling()) {
        toldAt.add(arrived);
        assertThat(learner.mix().kinds())
            .extracting(ExpectedMix.Kind::pods)
            .containsExactly((long) arrived);
      }
    }
    assertThat(toldAt).containsExactly(1, 17, 33, 49, 65, 81, 101, 126, 157, 196);
  }

  @Test
  void goesOnFromWhatIsKnown() {
    ExpectedMix known = ExpectedMix.of(List.of(job(100)));
    MixLearner learner = new MixLearner(known);
    learner.arrived(job(24));
    assertThat(learner.isWorthTelling()).isFalse();
    learner.arrived(job(1));
    assertThat(learner.isWorthTelling()).isTrue();
    assertThat(learner.mix()).isEqualTo(ExpectedMix.of(List.of(job(125))));
  }

  @Test
  void aKindHasArrivedAtLeastOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ExpectedMix.Kind(ONE, 0))
        .withMessage("pods (0) must be at least 1.");
  }
}
