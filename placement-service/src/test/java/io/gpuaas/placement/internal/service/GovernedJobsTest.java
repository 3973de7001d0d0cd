package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NodeAffinityTerm.Operator;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Jobs whose turn the queue of a cluster decides: `east` governs, `west` does not.
class GovernedJobsTest {
  private static final JobId ONE = new JobId("job_one");

  private final ObservationInbox inbox = new ObservationInbox(new WakeUp());
  private final East east = new East();
  private final GovernedJobs governed = new GovernedJobs(east, inbox);

  /// A cluster with a queue of its own.
  private static final class East extends FakeEast {
    private final List<Job> shown = new ArrayList<>();
    private QueueTurn turn = QueueTurn.waiting("no quota");

    @Override
    public boolean governs() {
      return true;
    }

    @Override
    public void queue(List<Job> waiting) {
      shown.clear();
      shown.addAll(waiting);
    }

    @Override
    public QueueTurn turn(Job job) {
      return turn;
    }
  }

  private static Flavor flavor(String kind) {
    return new Flavor(kind, new TreeMap<>(Map.of("kind", kind)), List.of(), List.of(), null);
  }

  private static Project project(String name, String... flavors) {
    List<Quota> quotas = new ArrayList<>();
    for (String flavor : flavors) {
      quotas.add(new Quota(new FlavorResource(flavor, Resources.GPU), 8, null, null, null));
    }
    return new Project(
        name,
        null,
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(new ResourceGroup(List.of(Resources.GPU), List.of(flavors))),
        quotas,
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  /// Projects `a` and `both` have nodes in `east`, `b` and `both` in `west`; one job waits.
  private static Board board(String projectOfJob) {
    return board(job(projectOfJob));
  }

  private static Board board(Job job) {
    QuotaConfig config =
        new QuotaConfig(
            1,
            List.of(),
            List.of(flavor("x"), flavor("y")),
            List.of(),
            List.of(project("a", "x"), project("b", "y"), project("both", "x", "y")));
    Board board =
        Boards.of(
            config,
            Boards.node("east", new TreeMap<>(Map.of("kind", "x"))),
            Boards.node("west", new TreeMap<>(Map.of("kind", "y"))));
    Batch batch = new Batch(board);
    batch.queued(job);
    board.commit(batch);
    return board;
  }

  private static Job job(String project) {
    return job(project, Boards.pods());
  }

  private static Job job(String project, PodSet pods) {
    return Boards.job("one", project, pods);
  }

  private void says(Board board, QueueTurn turn) {
    east.turn = turn;
    inbox.queueMoved("east");
    governed.look(board);
  }

  @Test
  void aJobIsShownToTheQueueAndHiddenFromTheEngineUntilItHasComeIn() {
    Board board = board("a");
    governed.look(board);
    assertThat(east.shown).extracting(Job::id).containsExactly(ONE);
    assertThat(board.world().isWaiting(ONE)).isFalse();
    WaitReason reason = governed.reason(job("a")).orElseThrow();
    assertThat(reason.code()).isEqualTo("WaitingForClusterQueue");
    assertThat(reason.message()).isEqualTo("The queue of cluster east has not let it in: no quota");
    says(board, QueueTurn.COME);
    assertThat(board.world().isWaiting(ONE)).isTrue();
    assertThat(governed.reason(job("a"))).isEmpty();
    says(board, QueueTurn.waiting("preempted"));
    assertThat(board.world().isWaiting(ONE)).isFalse();
  }

  @Test
  void onNodesThatTheQueueHasChosenItIsPlacedOnTheseOnly() {
    Board board = board("a");
    governed.look(board);
    NodeAffinityTerm chosen =
        new NodeAffinityTerm("rack", NodeAffinityTerm.Operator.IN, List.of("r1"));
    says(board, new QueueTurn(true, "", new TreeMap<>(Map.of("w", chosen))));
    assertThat(board.world().waiting("a").getFirst().podSets().getFirst().nodeAffinity())
        .containsExactly(chosen);
  }

  @Test
  void whoRunsElsewhereIsNotGoverned() {
    Board board = board("b");
    governed.look(board);
    assertThat(east.shown).isEmpty();
    assertThat(board.world().isWaiting(ONE)).isTrue();
    assertThat(terms(board, "b")).isEmpty();
    assertThat(governed.reason(job("b"))).isEmpty();
  }

  /// It may start elsewhere meanwhile, and here when it has come in: no quota of the queue is
  /// passed by.
  @Test
  void whoMayRunElsewhereIsKeptFromTheClusterUntilItsQueueHasLetItIn() {
    Board board = board("both");
    governed.look(board);
    assertThat(east.shown).extracting(Job::id).containsExactly(ONE);
    assertThat(terms(board, "both")).containsExactly(cluster(Operator.NOT_IN, "east"));
    assertThat(governed.reason(job("both")).orElseThrow().message()).endsWith("no quota");
    says(board, QueueTurn.COME);
    assertThat(terms(board, "both")).isEmpty();
    assertThat(governed.reason(job("both"))).isEmpty();
    NodeAffinityTerm rack = new NodeAffinityTerm("rack", Operator.IN, List.of("r1"));
    says(board, new QueueTurn(true, "", new TreeMap<>(Map.of("w", rack))));
    assertThat(terms(board, "both")).containsExactly(cluster(Operator.NOT_IN, "west"), rack);
  }

  @Test
  void aJobThatAsksForNodesOfOneClusterIsGovernedByThatOneAlone() {
    Board east1 = board(asking("both", "kind", "x"));
    governed.look(east1);
    assertThat(east.shown).hasSize(1);
    assertThat(east1.world().isWaiting(ONE)).isFalse();
    for (PodSet away :
        List.of(
            Boards.pods().withFirstTerm(new NodeAffinityTerm("kind", Operator.IN, List.of("y"))),
            Boards.pods().withFirstTerm(cluster(Operator.NOT_IN, "east")),
            Boards.pods().withFirstTerm(cluster(Operator.DOES_NOT_EXIST)))) {
      Board board = board(job("both", away));
      governed.forget();
      governed.look(board);
      assertThat(east.shown).isEmpty();
      assertThat(board.world().isWaiting(ONE)).isTrue();
    }
  }

  private static NodeAffinityTerm cluster(Operator operator, String... names) {
    return new NodeAffinityTerm(Node.CLUSTER_LABEL, operator, List.of(names));
  }

  private static Job asking(String project, String key, String value) {
    return job(
        project,
        Boards.pods().withFirstTerm(new NodeAffinityTerm(key, Operator.IN, List.of(value))));
  }

  private static List<NodeAffinityTerm> terms(Board board, String project) {
    return board.world().waiting(project).getFirst().podSets().getFirst().nodeAffinity();
  }

  /// What the gate of budgets has refused stays out of sight when it is let back too early.
  @Test
  void whatTheGateLetsBackIsStillHiddenWhileItsTurnHasNotCome() {
    Board board = board("a");
    governed.look(board);
    Batch batch = new Batch(board);
    batch.holdBack(ONE, 1);
    board.commit(batch);
    board.letBack();
    assertThat(board.world().isWaiting(ONE)).isFalse();
    says(board, QueueTurn.COME);
    assertThat(board.world().isWaiting(ONE)).isTrue();
  }

  @Test
  void whatEndsMeanwhileIsWithdrawn() {
    Board board = board("a");
    governed.look(board);
    LiveJob live = board.find(ONE);
    assertThat(live).isNotNull();
    Batch batch = new Batch(board);
    assertThat(
            batch.signal(
                ONE,
                new io.gpuaas.placement.internal.lifecycle.JobSignal.Stop(
                    Boards.NOON,
                    io.gpuaas.placement.internal.lifecycle.JobSignal.StopCause.USER_CANCEL,
                    "ada",
                    "")))
        .isNull();
    board.commit(batch);
    governed.look(board);
    assertThat(east.shown).isEmpty();
    assertThat(governed.reason(job("a"))).isEmpty();
  }
}
