package io.gpuaas.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import org.junit.jupiter.api.Test;

/// B24: shares of a device by memory.
class DeviceReportsTest {
  private static Played byMemory(String gpuMemory) {
    Story story =
        new Story()
            .rawNode("name: n1, capacity: {nvidia.com/gpu: 1}, gpuMemory: %s".formatted(gpuMemory))
            .queue("A", 1, "");
    for (int i = 10; i < 34; i++) {
      story.rawJob("name: m%d, project: A, podSets: [{count: 1, gpuMemory: 2000Mi}]".formatted(i));
    }
    return story.play();
  }

  private static long running(Played played) {
    return played.jobs().values().stream().filter(job -> job.phase() == Phase.ADMITTED).count();
  }

  @Test
  void memorySharesAreNeverRoundedDown() {
    assertThat(running(byMemory("46068Mi"))).isEqualTo(23);
    assertThat(running(byMemory("44685Mi"))).isEqualTo(22);
  }
}
