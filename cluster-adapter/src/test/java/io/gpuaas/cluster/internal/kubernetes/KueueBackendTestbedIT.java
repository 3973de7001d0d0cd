package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.KueueTree;
import io.gpuaas.cluster.KueueTrees;
import io.gpuaas.cluster.QueueObjects;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `kueue`: Kueue admits what we have placed.
class KueueBackendTestbedIT extends KubernetesContract {
  @RegisterExtension static final Peer OPERATOR = Peer.operator("kueue");

  @Override
  protected String backend() {
    return "kueue";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("queue", "contract", "foreignProjects", "gpuaas-vision/contract=research");
  }

  @BeforeEach
  void makeQueues() {
    new KueueQueues(client).make();
  }

  /// As an operator does it, and as Kueue itself does when it preempts.
  @Test
  void whatKueueEvictsEndsInItsWordsAndIsNotWaitedFor() {
    EnsureRun run = gang(id("evict"), 0, 0);
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    new KueueQueues(client).deactivate(run.run());
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.NODE_FAILED);
    assertThat(ended.message()).startsWith("The backend kueue took it back: Deactivated");
    port().send(List.of(new RemoveRun(run.run(), 2, ended.at())));
    heard.await(run.run(), RunGone.class);
    nothingIsLeft(run);
  }

  @Test
  void whatItDoesNotAdmitIsSaidInItsWords() {
    EnsureRun run = gang(id("held"), 0, 0);
    Heard sink = new Heard();
    ClusterPort port = connect(sink, "queue", "nowhere");
    port.send(List.of(run));
    Heard.until("it is said", () -> port.holdUp(run.run()).contains("nowhere"));
    assertThat(port.holdUp(run.run())).startsWith("The backend kueue: ");
    assertThat(sink.of(run.run())).isEmpty();
    port.send(List.of(new RemoveRun(run.run(), 2, run.issuedAt())));
    sink.await(run.run(), RunGone.class);
    disconnect(port);
  }

  @Test
  void itsTreeIsReadAsItsObjectsSay() {
    KueueQueues queues = new KueueQueues(client);
    Heard.until("Kueue has taken up its queue", () -> queue(tree(), "contract").active());
    queues.submit("read-" + unique, 2);
    try {
      Heard.until("its use is told", () -> used(tree()) >= 2);
      KueueTree tree = tree();
      KueueTree.ClusterQueue queue = queue(tree, "contract");
      assertThat(tree.cohorts()).contains(new KueueTree.Cohort("shared", null, List.of()));
      assertThat(queue.cohort()).isEqualTo("shared");
      assertThat(queue.ours()).isFalse();
      assertThat(queue.quotas())
          .extracting(KueueTree.Cell::resource, KueueTree.Cell::nominal)
          .contains(tuple("nvidia.com/gpu", "32"), tuple("memory", "4Ti"));
      assertThat(tree.localQueues())
          .extracting(
              KueueTree.LocalQueue::namespace,
              KueueTree.LocalQueue::name,
              KueueTree.LocalQueue::clusterQueue,
              KueueTree.LocalQueue::project)
          .contains(tuple("gpuaas-vision", "contract", "contract", "research"));
    } finally {
      queues.withdraw("read-" + unique);
    }
  }

  private static KueueTree.ClusterQueue queue(KueueTree tree, String name) {
    return tree.queues().stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("There is no queue " + name));
  }

  private KueueTree tree() {
    TreeMap<String, String> settings = new TreeMap<>(settings());
    try (KubernetesClient product = productClient()) {
      return ((KueueTrees.Answer.Read) new KueueLook(product).read(Site.of(settings))).tree();
    }
  }

  private static long used(KueueTree tree) {
    return queue(tree, "contract").quotas().stream()
        .filter(cell -> cell.resource().equals("nvidia.com/gpu"))
        .mapToLong(cell -> Long.parseLong(cell.used()))
        .sum();
  }

  /// Such jobs are no runs of ours: what they hold is told as it is, from bind to end.
  @Test
  void whatIsSubmittedStraightToItIsForeignUse() {
    KueueQueues queues = new KueueQueues(client);
    String name = "direct-" + unique;
    queues.submit(name, 3);
    try {
      Heard.until("its pod runs", () -> foreign(name).anyMatch(pod -> pod.startedAt() != null));
      ForeignPod pod = foreign(name).findFirst().orElseThrow();
      assertThat(pod.workload().kind()).isEqualTo("Job");
      assertThat(pod.namespace()).isEqualTo("gpuaas-vision");
      assertThat(pod.queue()).isEqualTo("contract");
      assertThat(pod.project()).isEqualTo("research");
      assertThat(pod.milliGpus()).isEqualTo(3_000);
      assertThat(pod.endedAt()).isNull();
      assertThat(pod.boundAt()).isBeforeOrEqualTo(pod.startedAt());
    } finally {
      queues.withdraw(name);
    }
    Heard.until("it is over", () -> foreign(name).allMatch(pod -> pod.endedAt() != null));
    assertThat(foreign(name)).hasSize(1);
  }

  private Stream<ForeignPod> foreign(String workload) {
    return port().foreign().pods().stream().filter(pod -> pod.workload().name().equals(workload));
  }

  /// Its nodes are ours to choose, and it asks for processors of which no quota says anything.
  private void admitsWhatWeHavePlaced(OurQuotas ours) {
    EnsureRun run = TestRuns.ofProject(gang(id("ours"), 0, 0), ours.lenderProject());
    Heard sink = new Heard();
    ClusterPort port = connect(sink, "queue", "{project}");
    port.send(List.of(run));
    sink.await(run.run(), RunStarted.class);
    isWhereItWasPlaced(run);
    port.send(List.of(new RemoveRun(run.run(), 2, run.issuedAt())));
    sink.await(run.run(), RunGone.class);
    disconnect(port);
  }

  /// What `cluster-queues --apply` writes: Kueue takes all of it, finds it valid, and a second look
  /// finds no difference.
  @Test
  void ourQuotaTreeIsTakenAndStaysInStep() {
    KubernetesClient writer = LeastRights.client(client, "queues");
    OurQuotas ours = new OurQuotas(writer, unique);
    try (writer) {
      assertThat(ours.bringInLine(16, false))
          .filteredOn(item -> item.kind().endsWith("/ClusterQueue"))
          .extracting(QueueObjects.Item::step)
          .containsOnly(QueueObjects.Step.CREATE);
      assertThat(ours.bringInLine(16, true))
          .extracting(QueueObjects.Item::step, QueueObjects.Item::detail)
          .containsOnly(tuple(QueueObjects.Step.CREATE, ""));
      assertThat(ours.bringInLine(16, false))
          .allSatisfy(it -> assertThat(it.step()).as("%s", it).isEqualTo(QueueObjects.Step.SAME));
      Heard.until("Kueue has taken it up", () -> queue(tree(), ours.lender()).active());
      assertThat(queue(tree(), ours.lender()).quotas())
          .containsExactly(
              new KueueTree.Cell(ours.flavor(), "nvidia.com/gpu", "16", "4", "2", "0", "0"),
              new KueueTree.Cell(ours.flavor(), "cpu", "1M", null, null, "0", "0"),
              new KueueTree.Cell(ours.flavor(), "memory", "1Pi", null, null, "0", "0"));
      admitsWhatWeHavePlaced(ours);
      assertThat(ours.bringInLine(24, true))
          .filteredOn(item -> item.kind().endsWith("/ClusterQueue"))
          .flatExtracting(QueueObjects.Item::differences)
          .extracting(QueueObjects.Difference::before, QueueObjects.Difference::after)
          .hasSize(1);
      assertThat(queue(tree(), ours.lender()).quotas().getFirst().nominal()).isEqualTo("24");
    } finally {
      ours.remove(client);
    }
  }
}
