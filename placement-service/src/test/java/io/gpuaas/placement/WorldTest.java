package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What can be asked of a world.
class WorldTest {
  private static final NodeRef NOWHERE = new NodeRef("default", "n9");
  private static final Workload RUNS = job("a-runs", "a", 0, 0, pods(2, 3));
  private static final Workload OVERLOADS = job("b-overloads", "b", 0, 0, pods(2, 8));
  private static final Workload LATER = job("later", "a", 0, 9, pods(1, 1));
  private static final Workload FIRST = job("first", "a", 5, 9, pods(1, 1));
  private static final Workload SOONER = job("sooner", "a", 0, 1, pods(1, 1));

  private final World world =
      new WorldBuilder()
          .nodes(2)
          .node("n3", 8, Map.of("rack", "r1"))
          .project("a", 16)
          .project("b", 8)
          .holds(RUNS, "n1", "n2")
          .holds(OVERLOADS, "n3", "n3")
          .waits(LATER)
          .waits(FIRST)
          .waits(SOONER)
          .build();

  @Test
  void saysWhatIsFreeOnANode() {
    ResourceAmounts free = world.free(node("n1"));
    assertThat(free.of(Resources.GPU)).isEqualTo(5);
    assertThat(free.byName().keySet()).containsExactly(Resources.GPU, Resources.PODS);
    assertThat(world.free(node("n3")).of(Resources.GPU)).isZero();
    assertThat(world.free(NOWHERE)).isEqualTo(ResourceAmounts.NONE);
    assertThat(Stream.of("n1", "n2", "n3", "n9").map(name -> world.freeGpus(node(name))))
        .containsExactly(5L, 5L, 0L, 0L);
  }

  @Test
  void findsNodesAndWhatLiesOnThem() {
    assertThat(world.nodes()).extracting(it -> it.ref().name()).containsExactly("n1", "n2", "n3");
    assertThat(world.node(node("n3"))).map(it -> it.labels().get("rack")).hasValue("r1");
    assertThat(world.node(NOWHERE)).isEmpty();
    assertThat(world.heldOn(node("n2"))).extracting(HeldWorkload::workload).containsExactly(RUNS);
    assertThat(world.heldOn(NOWHERE)).isEmpty();
  }

  @Test
  void listsJobsInTheirOrders() {
    assertThat(world.waiting("a")).containsExactly(FIRST, SOONER, LATER);
    assertThat(world.waiting()).containsExactly(FIRST, LATER, SOONER);
    assertThat(world.waiting("nobody")).isEmpty();
    assertThat(world.held()).extracting(HeldWorkload::workload).containsExactly(RUNS, OVERLOADS);
    assertThat(world.held("b")).extracting(HeldWorkload::workload).containsExactly(OVERLOADS);
    assertThat(world.held(RUNS.id())).map(HeldWorkload::workload).hasValue(RUNS);
    assertThat(world.held(LATER.id())).isEmpty();
    assertThat(List.of(world.heldCount(), world.waitingCount())).containsExactly(2, 3);
    assertThat(world.isWaiting(LATER.id())).isTrue();
    assertThat(world.isWaiting(RUNS.id())).isFalse();
  }

  @Test
  void withoutChangesItStaysTheSame() {
    assertThat(world.with(List.of())).isSameAs(world);
  }

  /// What does not fit the world changes nothing in it.
  @Test
  void changesThatDoNotFitAreWithoutEffect() {
    World after =
        world.with(
            List.of(
                new WorldChange.Unqueued(RUNS.id()),
                new WorldChange.Unqueued(new JobId("nobody")),
                new WorldChange.Checkpointed(new JobId("nobody"), WorldBuilder.START),
                new WorldChange.Queued(RUNS),
                new WorldChange.NodeRemoved(NOWHERE)));
    assertThat(after.held()).isEqualTo(world.held());
    assertThat(after.waiting()).isEqualTo(world.waiting());
    assertThat(after.nodes()).isEqualTo(world.nodes());
  }

  @Test
  void aJobWaitsUntilItIsUnqueued() {
    World after = world.with(List.of(new WorldChange.Unqueued(SOONER.id())));
    assertThat(after.waiting("a")).containsExactly(FIRST, LATER);
    assertThat(after.with(List.of(new WorldChange.Queued(SOONER))).waiting("a"))
        .isEqualTo(world.waiting("a"));
    assertThat(world.waitingCount()).as("the world before is as it was").isEqualTo(3);
  }

  private static NodeRef node(String name) {
    return new NodeRef("default", name);
  }
}
