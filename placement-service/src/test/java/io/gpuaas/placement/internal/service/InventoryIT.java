package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Fault;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSetAssignment;
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
import io.gpuaas.placement.internal.store.PlacementJson;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.SampleOrganisation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

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
  void whatHoldsForAClusterHoldsForItsNodes() {
    Node own = node("n1", 8);
    admin.apply(new InventoryDocument(List.of(EAST), List.of(own), SchedulingPolicy.DEFAULT));
    Taint repairs = new Taint("repairs", "", "NoSchedule");
    Cluster drained =
        new Cluster("east", "simulated", EAST.settings(), false, List.of(repairs), true);

    assertThat(admin.replaceCluster(drained, 1)).isInstanceOf(ChangeOutcome.Accepted.class);
    Node closed =
        new Node(
            own.ref(),
            own.labels(),
            own.capacity(),
            own.gpuMemoryBytes(),
            own.gpuModel(),
            own.mig(),
            List.of(own.taints().getFirst(), repairs),
            true,
            false);
    assertThat(source.load().nodes()).containsExactly(closed);
    assertThat(source.changedSince(2).set()).containsExactly(closed);
    assertThat(admin.node(own.ref()).orElseThrow().value()).isEqualTo(own);

    admin.replaceCluster(EAST, 2);
    assertThat(source.load().nodes()).containsExactly(own);
  }

  @Test
  void aClusterOutOfReachGetsNothingNewAndKeepsItsVersion() {
    Node own = node("n1", 8);
    admin.apply(new InventoryDocument(List.of(EAST), List.of(own), SchedulingPolicy.DEFAULT));
    assertThat(observations.markReachable("east", true)).isFalse();
    assertThat(observations.markReachable("nowhere", false)).isFalse();

    assertThat(observations.markReachable("east", false)).isTrue();
    assertThat(observations.markReachable("east", false)).isFalse();
    assertThat(source.load().nodes().getFirst().schedulable()).isFalse();
    assertThat(source.load().nodes().getFirst().ready()).isTrue();
    assertThat(admin.cluster("east").orElseThrow())
        .isEqualTo(new Versioned<>(EAST.withReachable(false), 1));
    assertThat(admin.replaceCluster(EAST, 1))
        .isInstanceOfSatisfying(
            ChangeOutcome.Accepted.class, same -> assertThat(same.version()).isEqualTo(1));

    assertThat(observations.markReachable("east", true)).isTrue();
    assertThat(source.load().nodes()).containsExactly(own);
  }

  @Test
  void importedDocumentIsLoadedAsItWasGivenAndAgainChangesNothing() {
    List<Node> nodes =
        IntStream.range(0, 3000).mapToObj(i -> node("n%04d".formatted(i), 8)).toList();
    SchedulingPolicy spread =
        new SchedulingPolicy(
            true,
            List.of(SchedulingPolicy.FairStrategy.LESS_THAN_INITIAL_SHARE),
            PlacementStrategy.SPREAD,
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

  @Test
  void nodeWithARunAndProjectWithALiveJobCannotGo() {
    InventoryModule.bean(OrganisationImport.class).apply(SampleOrganisation.document());
    admin.apply(new InventoryDocument(List.of(EAST), List.of(node("a", 8), node("b", 8)), null));
    JdbcClient jdbc = JdbcClient.create(InventoryModule.dataSource());
    jdbc.sql(
            """
            insert into placement.job (id, project, name, user_login, labels, spec, spec_hash,
                priority, milli_gpus, phase, phase_since, submitted_at, queued_at)
            values ('job_1', 'variant-calling', 'j', 'u', '{}', '{}', '', 0, 0, 'RUNNING', now(),
                now(), now())
            """)
        .update();
    PodSetAssignment assignment =
        new PodSetAssignment(
            "main",
            1,
            new TreeMap<>(),
            List.of(new PodSetAssignment.NodeShare(new NodeRef("east", "a"), 1)));
    jdbc.sql(
            """
            insert into placement.run (id, job_id, attempt, state, generation, epoch, assignments,
                holdings, bound_at)
            values ('run_1', 'job_1', 1, 'RUNNING', 1, 1, ?::jsonb, '[]', now())
            """)
        .param(InventoryModule.bean(PlacementJson.class).write(List.of(assignment)))
        .update();

    assertThat(admin.removeNode(new NodeRef("east", "a"), 1))
        .isEqualTo(
            new ChangeOutcome.InUse<>(
                List.of(
                    new Fault("", "IN_USE", "Job job_1 has room on the node.", "east/a", null))));
    assertThat(admin.removeNode(new NodeRef("east", "b"), 1))
        .isEqualTo(new ChangeOutcome.Removed<>());
    var projects = InventoryModule.bean(QuotaAdmin.class).projects();
    assertThat(projects.remove("variant-calling", 1))
        .isEqualTo(
            new ChangeOutcome.InUse<>(
                List.of(
                    new Fault(
                        "",
                        "IN_USE",
                        "The project has 1 job that has not ended.",
                        "variant-calling",
                        null))));

    jdbc.sql("update placement.run set released_at = now()").update();
    jdbc.sql("update placement.job set live = false").update();
    assertThat(admin.removeNode(new NodeRef("east", "a"), 1))
        .isEqualTo(new ChangeOutcome.Removed<>());
    assertThat(projects.remove("variant-calling", 1)).isEqualTo(new ChangeOutcome.Removed<>());
  }

  @Test
  void policyIsReplacedAtItsVersion() {
    SchedulingPolicy fair =
        new SchedulingPolicy(
            true,
            List.of(SchedulingPolicy.FairStrategy.LESS_THAN_INITIAL_SHARE),
            PlacementStrategy.SPREAD,
            1,
            false);
    assertThat(admin.policy()).isEqualTo(new Versioned<>(SchedulingPolicy.DEFAULT, 1));
    assertThat(admin.replacePolicy(fair, 1))
        .isEqualTo(new ChangeOutcome.Accepted<>(fair, 2, List.of()));
    assertThat(admin.replacePolicy(fair, 1)).isEqualTo(new ChangeOutcome.Stale<>(2));
    assertThat(admin.replacePolicy(fair, 2))
        .isEqualTo(new ChangeOutcome.Accepted<>(fair, 2, List.of()));
    assertThat(admin.policy()).isEqualTo(new Versioned<>(fair, 2));
    assertThat(source.changedSince(1))
        .isEqualTo(new InventoryChanges(2, List.of(), List.of(), List.of(), fair));
  }

  /// Each change makes one node, and readers take over what changed since what they have.
  @Test
  void readerThatFollowsTheChangesMissesNone() throws Exception {
    int writers = 4;
    int each = 25;
    admin.createCluster(EAST);
    SortedMap<NodeRef, Node> seen = new TreeMap<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<Future<?>> running = new ArrayList<>();
      for (int who = 0; who < writers; who++) {
        String prefix = "w%d-".formatted(who);
        running.add(
            threads.submit(
                () ->
                    IntStream.range(0, each)
                        .forEach(i -> admin.createNode(node(prefix + i, i + 1)))));
      }
      long generation = 0;
      boolean done;
      do {
        done = running.stream().allMatch(Future::isDone);
        InventoryChanges changes = source.changedSince(generation);
        changes.set().forEach(node -> seen.put(node.ref(), node));
        assertThat(seen).hasSize((int) changes.generation() - 2);
        generation = changes.generation();
      } while (!done);
      for (Future<?> writer : running) {
        writer.get();
      }
    }
    assertThat(seen).hasSize(writers * each);
    assertThat(List.copyOf(seen.values())).isEqualTo(source.load().nodes());
  }
}
