package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Story;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The strategies of a scenario document, told apart by where a pod goes: `few` has the fewest free
/// GPUs, and no core that they do not need; `ample` has cores to spare.
class PlacementStrategyTest {
  @ParameterizedTest
  @CsvSource({"Pack, few", "Spread, ample", "LeastFragmentation, ample"})
  void eachStrategyHasItsPlace(String strategy, String node) {
    assertThat(lines(plainBesideGpus(strategy, ""))).contains("0s admit plain on " + node);
  }

  @ParameterizedTest
  @CsvSource({"Pack, few", "Spread, ample", "LeastFragmentation, ample"})
  void aJobHasItsOwn(String strategy, String node) {
    String own = ", placement: " + strategy;
    assertThat(lines(plainBesideGpus("Pack", own))).contains("0s admit plain on " + node);
    assertThat(lines(plainBesideGpus("Spread", own))).contains("0s admit plain on " + node);
  }

  private static Story plainBesideGpus(String policy, String ofPlain) {
    return twoNodes(policy)
        .rawJob("name: plain, project: A, priority: 1, podSets: [{requests: {cpu: 24}}]" + ofPlain)
        .rawJob(
            "name: gpus, project: A, podSets: [{count: 8, requests: {cpu: 12,"
                + " nvidia.com/gpu: 1}}]");
  }

  private static Story twoNodes(String policy) {
    return new Story()
        .with("policy: {placement: {strategy: " + policy + "}}")
        .rawNode("name: few, capacity: {cpu: 24, nvidia.com/gpu: 2}")
        .rawNode("name: ample, capacity: {cpu: 400, nvidia.com/gpu: 8}")
        .queue("A", 10, "");
  }

  /// A job's own word counts before its flavor's, and that before the policy's.
  @ParameterizedTest
  @CsvSource({
    "Pack, '', '', few",
    "Pack, Spread, '', ample",
    "Spread, Pack, '', few",
    "Pack, '', Spread, ample",
    "Spread, '', Pack, few",
    "LeastFragmentation, Spread, '', ample",
    "LeastFragmentation, Spread, Pack, few",
    "Spread, LeastFragmentation, Pack, few",
    "Pack, Pack, Spread, ample"
  })
  void jobBeforeFlavorBeforePolicy(String policy, String flavor, String job, String node) {
    Story story =
        twoNodes(policy)
            .flavor(flavor.isEmpty() ? "" : "placement: " + flavor)
            .job("one", "A", 1, job.isEmpty() ? "" : "placement: " + job);
    assertThat(lines(story)).contains("0s admit one on " + node);
  }

  /// Two racks of two nodes; the gang fits into either, and into one node. Packing takes the fuller
  /// rack, and there the fuller node; the others take the same rack and fill it in their own way.
  @ParameterizedTest
  @CsvSource({
    "Pack, required: rack, b1",
    "Spread, required: rack, b2 b1",
    "Pack, preferred: rack, b1",
    "Spread, preferred: rack, b2 b1",
    "Spread, unconstrained: true, a1 a2",
    "Pack, unconstrained: true, b1"
  })
  void withinTheDomainsOfALevel(String strategy, String level, String places) {
    Story story =
        new Story()
            .node("a1", 8, "block: b, rack: a")
            .node("a2", 8, "block: b, rack: a")
            .node("b1", 4, "block: b, rack: b")
            .node("b2", 6, "block: b, rack: b")
            .queue("A", 26, "")
            .rawJob(
                "name: gang, project: A, placement: %s, podSets: [{count: 4, requests:"
                        .formatted(strategy)
                    + " {nvidia.com/gpu: 1}, topology: {%s}}]".formatted(level));
    assertThat(lines(story)).contains("0s admit gang on " + places);
  }

  @Test
  void anUnknownStrategyIsRefused() {
    Story story = twoNodes("Pack").job("one", "A", 1, "placement: Tetris");
    assertThat(story.result().toText())
        .contains("jobs[0].placement")
        .contains("one of Pack, Spread, LeastFragmentation");
  }

  private static List<String> lines(Story story) {
    return Story.lines(story.play());
  }
}
