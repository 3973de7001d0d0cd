package io.gpuaas.simulator.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.simulator.fixtures.Story;
import org.junit.jupiter.api.Test;

/// Where the pods of a gang lie.
class TopologyRulesTest {
  /// Two blocks of two racks: 2 + 3, 1 + 1 nodes of 4 GPUs.
  private static Story fabric() {
    Story story = new Story().queue("p", 100, "");
    String[] racks = {"b1 r1", "b1 r1", "b1 r2", "b1 r2", "b1 r2", "b2 r3", "b2 r4"};
    for (int i = 0; i < racks.length; i++) {
      String[] at = racks[i].split(" ");
      String labels = "block: %s, rack: %s, kubernetes.io/hostname: n%d".formatted(at[0], at[1], i);
      story.node("n" + i, 4, labels);
    }
    return story;
  }

  private static String placed(Story story) {
    return Story.deeds(story.play()).getLast();
  }

  private static Story gang(int pods, int gpus, String topology) {
    return fabric().placed("g", "p", pods, gpus, "topology: {" + topology + "}", "");
  }

  @Test
  void theSmallestRackThatIsEnough() {
    assertThat(placed(gang(2, 4, "required: rack"))).isEqualTo("0s admit g on n0 n1");
    assertThat(placed(gang(3, 4, "required: rack"))).isEqualTo("0s admit g on n2 n3 n4");
    assertThat(placed(gang(1, 4, "required: rack"))).isEqualTo("0s admit g on n5");
  }

  @Test
  void aRequiredLevelThatIsTooSmallIsNoPlace() {
    assertThat(placed(gang(4, 4, "required: rack"))).startsWith("0s reject g");
  }

  /// No rack holds four: the block does, with both racks, whose nodes are then one pool.
  @Test
  void aPreferredLevelGivesWayToTheNextOne() {
    assertThat(placed(gang(4, 4, "preferred: rack"))).isEqualTo("0s admit g on n0 n1 n2 n3");
    assertThat(placed(gang(2, 4, "preferred: block"))).isEqualTo("0s admit g on n5 n6");
  }

  @Test
  void overSeveralBlocksTheLargestIsFilledFirst() {
    assertThat(placed(gang(6, 4, "preferred: rack"))).isEqualTo("0s admit g on n0 n1 n2 n3 n4 n5");
    assertThat(placed(gang(6, 4, "required: block"))).startsWith("0s reject g");
  }

  /// Groups of two pods of 2 GPUs: a node each.
  @Test
  void slicesStayOnTheirLevel() {
    String hosts = "required: rack, slices: [{level: kubernetes.io/hostname, size: 2}]";
    assertThat(placed(gang(4, 2, hosts))).isEqualTo("0s admit g on n0 n1");
    assertThat(placed(gang(4, 3, hosts))).startsWith("0s reject g");
    String odd = "required: block, slices: [{level: kubernetes.io/hostname, size: 3}]";
    assertThat(placed(gang(4, 1, odd))).startsWith("0s reject g");
  }

  /// Two racks of eight pods, each node with whole fours: the rack of two nodes and that of three.
  @Test
  void slicesMayBeNested() {
    String nested =
        "required: block, slices: [{level: rack, size: 8}, {level: kubernetes.io/hostname, size:"
            + " 4}]";
    assertThat(placed(gang(16, 1, nested))).isEqualTo("0s admit g on n0 n1 n2 n3");
  }

  @Test
  void slicesMayLieBelowNoLevelAtAll() {
    String racks = "unconstrained: true, slices: [{level: rack, size: 4}]";
    assertThat(placed(gang(8, 1, racks))).isEqualTo("0s admit g on n5 n6");
  }

  @Test
  void aLevelBelowItsSlicesIsNoPlace() {
    String wrong = "required: kubernetes.io/hostname, slices: [{level: rack, size: 2}]";
    assertThat(placed(gang(2, 1, wrong))).startsWith("0s reject g");
    assertThat(placed(gang(2, 1, "required: row"))).startsWith("0s reject g");
  }

  private static String group(int leaderGpus, int workers, int workerGpus, String topology) {
    String wish = "group: g, topology: {" + topology + "}";
    return placed(
        fabric()
            .rawJob(
                ("name: g, project: p, podSets: ["
                        + "{name: leader, count: 1, requests: {nvidia.com/gpu: %d}, %s}, "
                        + "{name: workers, count: %d, requests: {nvidia.com/gpu: %d}, %s}]")
                    .formatted(leaderGpus, wish, workers, workerGpus, wish)));
  }

  /// Leader and workers need two nodes of one rack: the leader takes 1 GPU of the second.
  @Test
  void aLeaderLiesWithItsWorkers() {
    assertThat(group(1, 7, 1, "required: rack")).isEqualTo("0s admit g on n0 n0 n1");
    assertThat(group(4, 2, 4, "required: rack")).isEqualTo("0s admit g on n2 n3 n4");
    assertThat(group(4, 3, 4, "required: rack")).startsWith("0s reject g");
  }

  @Test
  void balancedPartsAreEven() {
    assertThat(placed(gang(6, 4, "balanced: block"))).startsWith("0s admit g");
    assertThat(placed(gang(4, 4, "balanced: rack"))).isEqualTo("0s admit g on n0 n1 n2 n3");
  }

  /// n0 is not ready, n1 closed, n2 tainted: the rack has too few left, so the other block it is.
  @Test
  void nodesThatMayNotBeUsedDoNotCount() {
    Story story = new Story().queue("p", 100, "");
    String[] states = {
      "ready: false",
      "schedulable: false",
      "taints: [{key: k, value: v, effect: NoSchedule}]",
      "taints: [{key: k, value: v, effect: PreferNoSchedule}]"
    };
    for (int i = 0; i < states.length; i++) {
      story.rawNode(
          ("name: n%d, labels: {block: b1, rack: r1, kubernetes.io/hostname: n%d}, "
                  + "capacity: {nvidia.com/gpu: 4}, %s")
              .formatted(i, i, states[i]));
    }
    assertThat(Story.deeds(story.gang("g", "p", 1, 4, "").play()))
        .containsExactly("0s admit g on n3");
    assertThat(
            Story.deeds(
                story
                    .placed("h", "p", 1, 4, "tolerations: [{key: k, operator: Exists}]", "")
                    .play()))
        .containsExactly("0s admit g on n3", "0s admit h on n2");
  }

  @Test
  void podsAreLimitedByTheNodesPodsToo() {
    Story story = new Story().queue("p", 100, "");
    story.rawNode(
        "name: n1, labels: {block: b, rack: r, kubernetes.io/hostname: n1}, "
            + "capacity: {nvidia.com/gpu: 8, pods: 2}");
    story.rawNode(
        "name: n2, labels: {block: b, rack: r, kubernetes.io/hostname: n2}, "
            + "capacity: {nvidia.com/gpu: 4, pods: 9}");
    assertThat(placed(story.placed("g", "p", 4, 1, "topology: {required: rack}", "")))
        .isEqualTo("0s admit g on n2");
    assertThat(placed(story.placed("h", "p", 3, 1, "topology: {preferred: rack}", "")))
        .as("three more find room for two")
        .isEqualTo("0s admit g on n2");
  }
}
