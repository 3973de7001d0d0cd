package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Fault;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.InventoryChanges;
import io.gpuaas.placement.InventoryDocument;
import io.gpuaas.placement.InventorySource;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.NodeObservations;
import io.gpuaas.placement.SchedulingPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InventoryIT {
  private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
  private static final Cluster EAST =
      new Cluster("east", "simulated", new TreeMap<>(Map.of("seed", "7")));
  private static final Fault NO_FLAVOR =
      Fault.of(
          "/labels",
          "NO_FLAVOR",
          "No flavor has nodes with these labels, so no job can use the node.");

  private final InventoryAdmin admin = InventoryModule.bean(InventoryAdmin.class);
  private final InventorySource source = InventoryModule.bean(InventorySource.class);
  private final NodeObservations observations = InventoryModule.bean(NodeObservations.class);

  @BeforeEach
  void reset() {
    InventoryModule.reset();
  }

  private static Node node(String name, long gpus) {
    return new Node(
        new NodeRef("east", name),
        new TreeMap<>(Map.of("rack", "r1", "gpu", "h200")),
        ResourceAmounts.of(Map.of(Resources.GPU, gpus, Resources.CPU, 192_000L)),
        141L << 30,
        "H200-141GB",
        false,
        List.of(new Taint("gpu", "only", "NoSchedule")),
        true,
        true);
  }

  @Test
  void freshInstallationHasTheDefaultPolicyAndNothingElse() {
    assertThat(source.load())
        .isEqualTo(new Inventory(1, List.of(), List.of(), SchedulingPolicy.DEFAULT));
  }

  @Test
  void importedDocumentIsLoadedAsItWasGivenAndAgainChangesNothing() {
    List<Node> nodes =
        IntStream.range(0, 3000).mapToObj(i -> node("n%04d".formatted(i), 8)).toList();
    SchedulingPolicy spread =
        new SchedulingPolicy(
            true,
            List.of(SchedulingPolicy.FairStrategy.LESS_THAN_INITIAL_SHARE),
            SchedulingPolicy.Placement.SPREAD,
            1,
            false);
    InventoryDocument document = new InventoryDocument(List.of(EAST), nodes, spread);

    assertThat(admin.apply(document))
        .isInstanceOfSatisfying(
            ImportOutcome.Imported.class,
            imported -> {
              assertThat(imported.generation()).isEqualTo(2);
              assertThat(imported.created()).isEqualTo(3001);
              assertThat(imported.replaced()).isEqualTo(1);
              assertThat(imported.unchanged()).isZero();
              assertThat(imported.warnings()).hasSize(100);
            });
    Inventory expected = new Inventory(2, List.of(EAST), nodes, spread);
    assertThat(source.load()).isEqualTo(expected);

    assertThat(admin.apply(document))
        .isInstanceOfSatisfying(
            ImportOutcome.Imported.class,
            imported -> assertThat(imported.unchanged()).isEqualTo(3002));
    assertThat(source.load()).isEqualTo(expected);
  }

  @Test
  void readerOfAnOlderGenerationGetsWhatChangedAndWhatIsGone() {
    admin.apply(
        new InventoryDocument(
            List.of(EAST), List.of(node("a", 8), node("b", 8), node("c", 8)), null));
    admin.replaceNode(node("b", 4), 1);
    admin.removeNode(new NodeRef("east", "c"), 1);
    observations.markReady(new NodeRef("east", "a"), false, NOON);

    assertThat(source.changedSince(2))
        .isEqualTo(changes(5, List.of(node("a", 8).withReady(false), node("b", 4)), List.of("c")));
    assertThat(source.changedSince(4))
        .isEqualTo(changes(5, List.of(node("a", 8).withReady(false)), List.of()));
    assertThat(source.changedSince(5)).isEqualTo(changes(5, List.of(), List.of()));

    admin.createNode(node("c", 2));
    assertThat(source.changedSince(2))
        .isEqualTo(
            changes(
                6, List.of(node("a", 8).withReady(false), node("b", 4), node("c", 2)), List.of()));
  }

  private static InventoryChanges changes(long generation, List<Node> set, List<String> removed) {
    return new InventoryChanges(
        generation,
        set,
        removed.stream().map(name -> new NodeRef("east", name)).toList(),
        List.of(EAST),
        SchedulingPolicy.DEFAULT);
  }

  @Test
  void newestObservationWinsInWhateverOrderTheyCome() {
    NodeRef ref = new NodeRef("east", "a");
    admin.apply(new InventoryDocument(List.of(EAST), List.of(node("a", 8)), null));

    assertThat(observations.markReady(ref, true, NOON.plusSeconds(20))).isFalse();
    assertThat(observations.markReady(ref, false, NOON.plusSeconds(10))).isFalse();
    assertThat(admin.node(ref)).contains(new Versioned<>(node("a", 8), 1));

    assertThat(observations.markReady(ref, false, NOON.plusSeconds(30))).isTrue();
    assertThat(observations.markReady(ref, true, NOON.plusSeconds(25))).isFalse();
    assertThat(observations.markReady(new NodeRef("east", "z"), false, NOON)).isFalse();
    assertThat(admin.node(ref)).contains(new Versioned<>(node("a", 8).withReady(false), 1));
    assertThat(source.generation()).isEqualTo(3);
  }

  @Test
  void administratorsDoNotOverwriteWhatWasObserved() {
    NodeRef ref = new NodeRef("east", "a");
    admin.apply(new InventoryDocument(List.of(EAST), List.of(node("a", 8)), null));
    observations.markReady(ref, false, NOON);

    assertThat(admin.replaceNode(node("a", 4), 1))
        .isEqualTo(
            new ChangeOutcome.Accepted<>(node("a", 4).withReady(false), 2, List.of(NO_FLAVOR)));
    admin.apply(new InventoryDocument(List.of(EAST), List.of(node("a", 2)), null));
    assertThat(admin.node(ref)).contains(new Versioned<>(node("a", 2).withReady(false), 3));
  }

  @Test
  void outcomesTellWhyAChangeWasNotMade() {
    assertThat(admin.createCluster(EAST))
        .isEqualTo(new ChangeOutcome.Accepted<>(EAST, 1, List.of()));
    assertThat(admin.createCluster(EAST)).isEqualTo(new ChangeOutcome.Exists<>(1));
    assertThat(admin.createNode(node("a", 8)))
        .isEqualTo(new ChangeOutcome.Accepted<>(node("a", 8), 1, List.of(NO_FLAVOR)));
    assertThat(admin.createNode(node("a", 8))).isEqualTo(new ChangeOutcome.Exists<>(1));
    assertThat(admin.replaceNode(node("a", 4), 7)).isEqualTo(new ChangeOutcome.Stale<>(1));
    assertThat(admin.replaceNode(node("b", 4), 1)).isEqualTo(new ChangeOutcome.Missing<>());
    assertThat(admin.replaceNode(node("a", 8), 1))
        .isEqualTo(new ChangeOutcome.Accepted<>(node("a", 8), 1, List.of(NO_FLAVOR)));
    assertThat(source.generation()).isEqualTo(3);
    assertThat(admin.removeCluster("east", 1))
        .isEqualTo(
            new ChangeOutcome.InUse<>(
                List.of(new Fault("", "IN_USE", "The cluster has nodes.", "east", null))));
    assertThat(admin.removeNode(new NodeRef("east", "a"), 1))
        .isEqualTo(new ChangeOutcome.Removed<>());
    assertThat(admin.removeCluster("east", 2)).isEqualTo(new ChangeOutcome.Stale<>(1));
    assertThat(admin.removeCluster("east", 1)).isEqualTo(new ChangeOutcome.Removed<>());
    assertThat(admin.removeCluster("east", 1)).isEqualTo(new ChangeOutcome.Missing<>());
    assertThat(source.load())
        .isEqualTo(new Inventory(5, List.of(), List.of(), SchedulingPolicy.DEFAULT));
  }

  @Test
  void documentWithAFaultChangesNothing() {
    InventoryDocument document =
        new InventoryDocument(List.of(EAST), List.of(node("a", 8), node("a", 4)), null);
    assertThat(admin.apply(document))
        .isEqualTo(
            new ImportOutcome.Invalid(
                List.of(
                    new Fault(
                        "/nodes/1/name",
                        "DUPLICATE",
                        "The node is given twice.",
                        "east/a",
                        null))));
    assertThat(source.load())
        .isEqualTo(new Inventory(1, List.of(), List.of(), SchedulingPolicy.DEFAULT));
  }
}
