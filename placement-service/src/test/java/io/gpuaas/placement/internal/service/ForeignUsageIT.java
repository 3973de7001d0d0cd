package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.ForeignRun;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.ForeignStore;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/// What others hold on a cluster, from what it shows to the log that accounting follows.
class ForeignUsageIT {
  private static final NodeRef NODE = new NodeRef("east", "gpu-01");

  private final ForeignStore store = InventoryModule.bean(ForeignStore.class);
  private ForeignPod.Sighting shown = ForeignPod.Sighting.NONE;
  private ForeignUsage foreign = usage();

  @BeforeEach
  void empty() {
    InventoryModule.reset();
    foreign = usage();
  }

  private ForeignUsage usage() {
    return new ForeignUsage(
        new East(),
        store,
        InventoryModule.bean(NodeCapacities.class),
        InventoryModule.bean(BatchWriter.class),
        InventoryModule.bean(TransactionTemplate.class));
  }

  /// Shows what the test wants.
  private final class East extends FakeEast {
    @Override
    public ForeignPod.Sighting foreign() {
      return shown;
    }
  }

  private static Board board(Node... nodes) {
    return Boards.of(Boards.NO_QUOTAS, nodes);
  }

  private static Node node(boolean schedulable) {
    return new Node(
        NODE,
        Collections.emptySortedMap(),
        ResourceAmounts.of(Resources.GPU, 6),
        0,
        "H200",
        false,
        List.of(),
        true,
        schedulable,
        ResourceAmounts.of(Resources.GPU, 2));
  }

  private static ForeignPod pod(@Nullable Instant ended) {
    return new ForeignPod(
        "p1",
        NODE,
        "team-a",
        "train-0",
        new ForeignPod.Workload("Job", "train", "j1"),
        "",
        "vision",
        2_000,
        Boards.NOON.plusSeconds(10),
        Boards.NOON.plusSeconds(20),
        ended);
  }

  private void shows(ForeignPod... pods) {
    shown = new ForeignPod.Sighting(true, List.of(pods));
  }

  private static void look(ForeignUsage foreign, Board board, int second) {
    foreign.look(board, Boards.NOON.plusSeconds(second)).ifPresent(board::commit);
  }

  private static List<String> told() {
    return InventoryModule.bean(EventStore.class).after(0, 100).stream()
        .map(
            event ->
                "%d %s %s".formatted(event.seq(), event.getClass().getSimpleName(), event.at()))
        .toList();
  }

  @Test
  void eachPodIsToldOnceInTheOrderOfItsLife() {
    Board board = board(node(true));
    shows();
    look(foreign, board, 0);
    shows(pod(null));
    look(foreign, board, 30);
    look(foreign, board, 32);
    assertThat(foreign.holding("east"))
        .extracting(ForeignRun::name, ForeignRun::milliGpus)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("train-0", 2_000L));
    shows(pod(Boards.NOON.plusSeconds(50)));
    look(foreign, board, 52);
    look(usage(), board, 54);
    assertThat(told())
        .containsExactly(
            "1 RunBound 2026-03-01T12:00:10Z",
            "2 RunStarted 2026-03-01T12:00:20Z",
            "3 RunReleased 2026-03-01T12:00:50Z");
    assertThat(foreign.holding("east")).isEmpty();
  }

  @Test
  void nothingIsConcludedFromWhatCannotBeSeen() {
    Board board = board(node(true));
    shows();
    look(foreign, board, 0);
    shows(pod(null));
    look(foreign, board, 30);
    shown = ForeignPod.Sighting.NONE;
    look(foreign, board, 300);
    assertThat(foreign.holding("east")).hasSize(1);
    // After a restart it is gone: it counts until it was last seen.
    shows();
    look(usage(), board, 600);
    assertThat(told()).last().isEqualTo("3 RunReleased 2026-03-01T12:00:30Z");
  }

  @Test
  void aClusterThatLeavesTakesItsPodsWithIt() {
    Board with = board(node(true));
    shows();
    look(foreign, with, 0);
    shows(pod(null));
    look(foreign, with, 30);
    Board without = Boards.of(Boards.NO_QUOTAS, with.usageSeq());
    look(foreign, without, 900);
    assertThat(told()).last().isEqualTo("3 RunReleased 2026-03-01T12:00:30Z");
    assertThat(store.watches()).isEmpty();
  }

  @Test
  void whatIsHeldOfACordonedNodeIsToldWithItsCapacity() {
    Board board = board(node(false));
    shows();
    look(foreign, board, 0);
    shows(pod(null));
    look(foreign, board, 30);
    assertThat(InventoryModule.bean(EventStore.class).after(0, 100))
        .last()
        .isEqualTo(
            new UsageEvent.NodeCapacity(
                3,
                Boards.NOON.plusSeconds(30),
                NODE,
                "",
                "H200",
                8_000,
                UsageEvent.NodeState.PLANNED_DOWN,
                2_000));
  }
}
