package io.gpuaas.simulator.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.JobOutcome.Phase;
import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.fixtures.Story;
import java.util.List;
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

  /// A device of any model with as many instances as fit, and no memory said.
  @Test
  void partitionedDevicesNeedTheirModelAlone() {
    for (String model : List.of("A100-80GB", "H100-80GB", "NVIDIA A100-SXM4-80GB")) {
      assertThat(running(instances(model, "1g.10gb"))).as(model).isEqualTo(7);
      assertThat(running(instances(model, "3g.40gb"))).as(model).isEqualTo(2);
    }
    assertThat(running(instances("A30-24GB", "1g.6gb"))).isEqualTo(4);
    assertThat(running(instances("H200-141GB", "3g.71gb"))).isEqualTo(2);
    assertThat(running(instances("H100", "2g.20gb"))).isEqualTo(3);
  }

  private static Played instances(String model, String profile) {
    Story story =
        new Story()
            .rawNode(
                "name: n1, capacity: {nvidia.com/gpu: 1}, gpuModel: %s, mig: true".formatted(model))
            .queue("A", 1, "");
    for (int i = 0; i < 9; i++) {
      story.rawJob(
          "name: m%d, project: A, podSets: [{count: 1, migProfile: %s}]".formatted(i, profile));
    }
    return story.play();
  }
}
