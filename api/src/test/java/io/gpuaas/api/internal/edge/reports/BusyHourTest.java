package io.gpuaas.api.internal.edge.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How busy a run was.
class BusyHourTest {
  private static PodUse pod(int... percents) {
    return new PodUse(
        0,
        "pod",
        Arrays.stream(percents).mapToObj(it -> new Sample(Instant.EPOCH, it, 0)).toList());
  }

  private static RunUse use(PodUse... pods) {
    return new RunUse(true, List.of(pods));
  }

  @Test
  void theMeanIsOverAllPods() {
    assertThat(BusyHour.of(use(pod(90, 80), pod(10, 0)), 2)).isEqualTo(new BusyHour(45, false));
  }

  @Test
  void idleIsWhatWasMeasuredAllTheTimeAndNeverBusy() {
    assertThat(BusyHour.of(use(pod(0, 4), pod(3, 4)), 2)).isEqualTo(new BusyHour(2, true));
    assertThat(BusyHour.of(use(pod(0, 5), pod(3, 4)), 2)).isEqualTo(new BusyHour(3, false));
    assertThat(BusyHour.of(use(pod(0, 0), pod(0)), 2)).isEqualTo(new BusyHour(0, false));
  }

  @Test
  void whatNobodyMeasuredIsNotZero() {
    assertThat(BusyHour.of(RunUse.NONE, 2)).isNull();
    assertThat(BusyHour.of(use(pod(), pod()), 2)).isNull();
  }
}
