package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Story;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The strategies of a scenario document, told apart by where a pod without GPUs goes: `few` has
/// the fewest free GPUs, and no core that they do not need; `ample` has cores to spare.
class PlacementStrategyTest {
  @ParameterizedTest
  @CsvSource({"Pack, few", "Spread, ample", "LeastFragmentation, ample"})
  void eachStrategyHasItsPlace(String strategy, String node) {
    Story story =
        new Story()
            .with("policy: {placement: {strategy: " + strategy + "}}")
            .rawNode("name: few, capacity: {cpu: 24, nvidia.com/gpu: 2}")
            .rawNode("name: ample, capacity: {cpu: 400, nvidia.com/gpu: 8}")
            .queue("A", 10, "")
            .rawJob("name: plain, project: A, priority: 1, podSets: [{requests: {cpu: 24}}]")
            .rawJob(
                "name: gpus, project: A, podSets: [{count: 8, requests: {cpu: 12,"
                    + " nvidia.com/gpu: 1}}]");
    List<String> lines = Story.lines(story.play());
    assertThat(lines).contains("0s admit plain on " + node);
  }
}
