package io.gpuaas.api.internal.edge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.api.internal.edge.manners.ProblemException;
import java.time.Instant;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SubmitLimitsTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-30T08:00:00Z"));

  @Test
  void aProjectMaySubmitSoManyJobsInAMinuteAndOthersAreNotHeldUp() {
    SubmitLimits limits = new SubmitLimits(2, "system", now::get);
    limits.count("loud");
    limits.count("loud");
    assertThatThrownBy(() -> limits.count("loud"))
        .isInstanceOfSatisfying(
            ProblemException.class,
            it -> {
              assertThat(it.code().status()).isEqualTo(429);
              assertThat(it.detail())
                  .isEqualTo("At most 2 jobs may be submitted to project loud in a minute.");
              assertThat((SortedMap<?, ?>) it.headers()).hasToString("{Retry-After=30}");
            });
    limits.count("quiet");
    now.updateAndGet(it -> it.plusSeconds(30));
    limits.count("loud");
    assertThatThrownBy(() -> limits.count("loud")).isInstanceOf(ProblemException.class);
  }

  @Test
  void withoutALimitOrOnVirtualTimeNothingIsCounted() {
    SubmitLimits none = new SubmitLimits(0, "system", now::get);
    SubmitLimits virtual = new SubmitLimits(1, "virtual", now::get);
    for (int i = 0; i < 3; i++) {
      none.count("any");
      virtual.count("any");
    }
    assertThat(now.get()).isEqualTo(Instant.parse("2026-11-30T08:00:00Z"));
  }
}
