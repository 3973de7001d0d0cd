package io.gpuaas.api.internal.edge.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.QuotaUse;
import io.gpuaas.core.GpuTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Jain's index over projects.
class EvennessTest {
  private static QuotaUse.Row row(String project, long guaranteed, long used, long starved) {
    return new QuotaUse.Row(
        project,
        "pool",
        new GpuTime(guaranteed),
        new GpuTime(used),
        GpuTime.ZERO,
        GpuTime.ZERO,
        new GpuTime(starved),
        null);
  }

  @Test
  void equalSharesAreOneAndOneOfManyIsItsPart() {
    Evenness even = Evenness.of(List.of(row("a", 10, 5, 0), row("b", 40, 20, 0)));
    assertThat(even.text()).isEqualTo("1.000");
    Evenness one =
        Evenness.of(List.of(row("a", 10, 10, 0), row("b", 10, 0, 4), row("c", 10, 0, 9)));
    assertThat(one.text()).isEqualTo("0.333");
    assertThat(one.projects()).isEqualTo(3);
  }

  /// Its pools are one.
  @Test
  void whoNeitherUsesNorWaitsIsNotCompared() {
    Evenness alone =
        Evenness.of(
            List.of(
                row("a", 10, 5, 0), row("a", 10, 0, 0), row("idle", 10, 0, 0), row("b", 0, 7, 0)));
    assertThat(alone.projects()).isEqualTo(1);
    assertThat(alone.text()).isEqualTo("1.000");
    assertThat(Evenness.of(List.of()).text()).isNull();
    assertThat(Evenness.of(List.of(row("a", 10, 0, 3))).text()).isNull();
  }
}
