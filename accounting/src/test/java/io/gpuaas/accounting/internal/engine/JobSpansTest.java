package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobSpansTest {
  private static final Instant MARCH = Instant.parse("2026-03-01T00:00:00Z");

  private static RatedUsage piece(String job, int attempt, int from, int to) {
    return new RatedUsage(
        new UsageInterval(
            Story.ref("a", job, attempt),
            "h",
            "H",
            UsageClass.NOMINAL,
            UsageMeter.RUN,
            1_000,
            MARCH.plusSeconds(from),
            MARCH.plusSeconds(to)),
        new Pricing.Free());
  }

  private static JobSpans.Key key(String job) {
    return new JobSpans.Key(MARCH, job, "a", "user-a", "h", "H", UsageClass.NOMINAL);
  }

  @Test
  void spansGoFromTheFirstBeginningToTheLastEnd() {
    TreeMap<JobSpans.Key, JobSpans.Span> expected = new TreeMap<>();
    expected.put(key("j"), new JobSpans.Span(MARCH.plusSeconds(5), MARCH.plusSeconds(90)));
    expected.put(key("k"), new JobSpans.Span(MARCH.plusSeconds(1), MARCH.plusSeconds(2)));
    assertThat(
            JobSpans.of(
                List.of(
                    piece("j", 1, 20, 30),
                    piece("j", 2, 80, 90),
                    piece("k", 1, 1, 2),
                    piece("j", 1, 5, 20),
                    piece("j", 1, 30, 40))))
        .isEqualTo(expected);
    assertThat(JobSpans.of(List.of())).isEmpty();
  }
}
