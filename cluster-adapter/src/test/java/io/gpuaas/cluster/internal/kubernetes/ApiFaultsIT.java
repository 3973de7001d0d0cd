package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.peers.Fault;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an API server answers on a bad day, and what is made of it.
class ApiFaultsIT {
  private final ModelledBed bed = new ModelledBed();
  private final Heard heard = bed.heard;

  @AfterEach
  void close() {
    bed.close();
  }

  private RunEnded awaitEnd(EnsureRun run) {
    return heard.await(run.run(), RunEnded.class);
  }

  private void awaitStart(EnsureRun run) {
    heard.await(run.run(), RunStarted.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 500, 504})
  void aCreateWhoseAnswerIsLostIsNotDoneTwice(int status) {
    bed.server.fail(Fault.of(ModelledBed.POST_JOB, status, "timeout").afterItIsDone(), 1);
    EnsureRun run = ModelledBed.gang("A");
    KubernetesCluster cluster = bed.connect(heard, 1);
    cluster.send(List.of(run));
    Heard.until("it was asked for", () -> !bed.server.asked(ModelledBed.POST_JOB).isEmpty());
    Heard.until(
        "it runs",
        () -> {
          bed.pass(Duration.ofSeconds(1));
          return !heard.of(run.run()).isEmpty();
        });
    awaitStart(run);
    assertThat(bed.jobs(run.run())).hasSize(1);
    assertThat(bed.pods(run.run())).hasSize(2);
    assertThat(heard.of(run.run())).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | strict decoding error: unknown field "spec.x"
          403 | admission webhook "images" denied the request: registry is forbidden
          404 | the server could not find the requested resource
          422 | Job.batch is invalid: spec.completions: Required value
          """)
  void whatIsRefusedForGoodEndsWithTheReasonAndLeavesNothing(int status, String message) {
    bed.server.fail(Fault.of(ModelledBed.POST_JOB, status, message));
    EnsureRun run = ModelledBed.gang("B");
    KubernetesCluster cluster = bed.connect(heard, 1);
    cluster.send(List.of(run));
    RunEnded ended = awaitEnd(run);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(ended.message())
        .startsWith("The cluster refused it: %d: %s".formatted(status, message));
    assertThat(bed.server.asked(ModelledBed.POST_JOB)).hasSize(1);
    cluster.send(List.of(new RemoveRun(run.run(), 2, ended.at())));
    heard.await(run.run(), RunGone.class);
    assertThat(bed.jobs(run.run())).isEmpty();
    assertThat(bed.server.list("/services")).isEmpty();
    assertThat(cluster.condition().isWell()).isTrue();
  }

  /// What stands around a run is made after its main object, which waits for it suspended.
  @Test
  void whereAHelperIsRefusedNothingIsReleasedAndNothingIsLeft() {
    bed.server.fail(Fault.of("PATCH networking.k8s.io/networkpolicies", 422, "is invalid"));
    EnsureRun run = ModelledBed.gang("HELP");
    KubernetesCluster cluster = bed.connect(heard, 1);
    cluster.send(List.of(run));
    RunEnded ended = awaitEnd(run);
    assertThat(ended.message()).isEqualTo("The cluster refused it: 422: is invalid.");
    assertThat(bed.jobs(run.run()))
        .allSatisfy(job -> assertThat(job.flag("spec", "suspend")).isTrue());
    assertThat(bed.pods(run.run())).isEmpty();
    cluster.send(List.of(new RemoveRun(run.run(), 2, ended.at())));
    heard.await(run.run(), RunGone.class);
    assertThat(bed.jobs(run.run())).isEmpty();
    Heard.until("no helper is left", () -> bed.server.list("/services").isEmpty());
  }

  @Test
  void aNameThatIsTakenByAStrangerIsSaidAndTheStrangerLeftAlone() {
    EnsureRun run = ModelledBed.gang("C");
    KubernetesCluster cluster = bed.connect(heard, 1);
    bed.server.set(ModelledBed.JOBS, jobNamedAs(run, Tree.EMPTY));
    cluster.send(List.of(run));
    assertThat(awaitEnd(run).message()).contains("not ours");
    cluster.send(List.of(new RemoveRun(run.run(), 2, bed.instant())));
    heard.await(run.run(), RunGone.class);
    assertThat(bed.server.list(ModelledBed.JOBS))
        .anyMatch(job -> job.text("metadata", "name").equals(RunShape.nameOf(run.run())));
  }

  /// Ours by its label, but not what we watch, and of another decision.
  @Test
  void aRunThatIsThereWithAnotherPlacementIsSaidAndNotReleased() {
    EnsureRun run = ModelledBed.gang("ELSE");
    Tree labels = Tree.of(RunShape.RUN, run.run().value());
    bed.server.set(ModelledBed.JOBS, jobNamedAs(run, labels));
    bed.connect(heard, 1).send(List.of(run));
    assertThat(awaitEnd(run).message()).isEqualTo("A Job of this name was placed otherwise.");
    assertThat(bed.pods(run.run())).isEmpty();
  }

  private static Tree jobNamedAs(EnsureRun run, Tree labels) {
    Tree metadata =
        Tree.of("namespace", "gpuaas-vision", "name", RunShape.nameOf(run.run()), "labels", labels);
    return Tree.of("apiVersion", "batch/v1", "kind", "Job", "metadata", metadata)
        .with("spec", Tree.of("suspend", true));
  }

  @Test
  void aNamespaceWithoutQuotaLetsTheRunWaitAndNoOther() {
    EnsureRun poor = ModelledBed.gang("POOR");
    String name = RunShape.nameOf(poor.run());
    Fault quota = Fault.of(ModelledBed.POST_JOB, 403, "forbidden: exceeded quota: q");
    bed.server.fail(quota.only(request -> request.body().contains("\"" + name + "\"")), 3);
    KubernetesCluster cluster = bed.connect(heard, 1);
    EnsureRun rich = ModelledBed.gang("RICH");
    cluster.send(List.of(poor, rich));
    awaitStart(rich);
    assertThat(cluster.condition().isWell()).isTrue();
    awaitStart(poor);
    assertThat(heard.of(poor.run())).hasSize(1);
    assertThat(bed.server.asked(ModelledBed.POST_JOB)).hasSize(5);
  }

  @Test
  void aServerThatAsksForTimeIsGivenIt() {
    bed.server.fail(Fault.of(ModelledBed.POST_JOB, 429, "too many requests").withRetryAfter(7), 1);
    KubernetesCluster cluster = bed.connect(heard, 1);
    EnsureRun first = ModelledBed.gang("D1");
    cluster.send(List.of(first));
    Heard.until("it is known", () -> !cluster.condition().isWell());
    bed.pass(Duration.ofMillis(6_900));
    EnsureRun second = ModelledBed.gang("D2");
    cluster.send(List.of(second));
    assertThat(bed.server.asked(ModelledBed.POST_JOB)).hasSize(1);
    bed.pass(Duration.ofMillis(200));
    awaitStart(first);
    awaitStart(second);
    assertThat(bed.server.asked(ModelledBed.POST_JOB)).hasSize(3);
  }

  /// Our clock stands, so no pause ends: whatever is asked meanwhile is a storm.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          401 | Unauthorized                                         | token
          403 | User "x" cannot create resource "jobs"               | rbac.yaml
          429 | too many requests                                    | too many
          500 | failed calling webhook "x": connection refused       | webhook
          503 | the API server is shutting down                      | shutting down
          """)
  void aClusterThatIsNotWellIsLeftAloneAndBlamesNoRun(int status, String message, String told) {
    bed.server.fail(Fault.of(ModelledBed.POST_JOB, status, message));
    KubernetesCluster cluster = bed.connect(heard, 1);
    List<RunCommand> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      runs.add(ModelledBed.gang("E%02d".formatted(i)));
    }
    cluster.send(runs);
    Heard.until("it is known", () -> !cluster.condition().isWell());
    assertThat(cluster.condition().message()).contains(told);
    assertThat(cluster.condition().since()).isEqualTo(bed.instant());
    cluster.requestResync();
    bed.server.heal();
    int workers = 8;
    assertThat(bed.server.asked(ModelledBed.POST_JOB)).hasSizeLessThanOrEqualTo(workers);
    Heard.until(
        "all run",
        () -> {
          bed.pass(Duration.ofSeconds(1));
          return runs.stream().noneMatch(run -> heard.of(run.run()).isEmpty());
        });
    assertThat(runs).allSatisfy(run -> assertThat(heard.of(run.run())).hasSize(1));
    assertThat(cluster.condition().isWell()).isTrue();
  }

  /// A connection that breaks is no lost cluster: nothing is said, nothing is done again, and what
  /// happened meanwhile is heard of. Watches go on from where they were.
  @Test
  void aShortGapIsNotALostCluster() {
    KubernetesCluster cluster = bed.connect(heard, 1);
    EnsureRun run = ModelledBed.gang("F");
    cluster.send(List.of(run));
    awaitStart(run);
    int lists = bed.server.asked("GET /pods").size();
    int watches = bed.server.asked("WATCH /pods").size();
    bed.server.cutWatches();
    Heard.until("it watches again", () -> bed.server.asked("WATCH /pods").size() > watches);
    assertThat(bed.server.asked("GET /pods")).hasSize(lists);
    assertThat(heard.of(run.run())).hasSize(1);
    assertThat(bed.server.asked(ModelledBed.POST_JOB)).hasSize(1);
    cluster.send(List.of(bed.stop(run)));
    heard.await(run.run(), RunGone.class);
  }

  /// The watch is too old, and reading anew fails for a while; meanwhile one run succeeds and
  /// somebody deletes the other.
  @Test
  void whatHappenedWhileNothingCouldBeReadIsFoundAfterwards() {
    KubernetesCluster cluster = bed.connect(heard, 1);
    EnsureRun succeeds = ModelledBed.gang("G1", 2500);
    EnsureRun vanishes = ModelledBed.gang("G2");
    cluster.send(List.of(succeeds, vanishes));
    awaitStart(succeeds);
    awaitStart(vanishes);
    bed.server.fail(Fault.of("*", 503, "not now"));
    bed.server.forgetThePast();
    Heard.until("the pods have ended", () -> ended(succeeds.run()).size() == 2);
    Tree job = bed.jobs(vanishes.run()).getFirst();
    bed.server.set(ModelledBed.JOBS, deleting(job));
    Heard.until("its pods are gone", () -> bed.pods(vanishes.run()).isEmpty());
    cluster.requestResync();
    Heard.until("it is known", () -> !cluster.condition().isWell());
    assertThat(heard.of(succeeds.run())).noneMatch(RunEnded.class::isInstance);
    bed.server.heal();
    bed.pass(Duration.ofSeconds(1));
    RunEnded success = awaitEnd(succeeds);
    assertThat(success.outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(success.at()).isEqualTo(ended(succeeds.run()).getLast());
    RunEnded failure = awaitEnd(vanishes);
    assertThat(failure.message()).isEqualTo("Its objects were deleted from outside.");
    assertThat(heard.of(succeeds.run())).filteredOn(RunEnded.class::isInstance).hasSize(1);
    assertThat(heard.of(vanishes.run())).filteredOn(RunEnded.class::isInstance).hasSize(1);
    Heard.until("it is well", () -> cluster.condition().isWell());
  }

  private static Tree deleting(Tree object) {
    return object.withAt(List.of("metadata", "deletionTimestamp"), Instant.now().toString());
  }

  /// When the pods of a run ended.
  private List<Instant> ended(RunId run) {
    return bed.pods(run).stream()
        .flatMap(pod -> pod.trees("status", "containerStatuses").stream())
        .map(status -> status.text("state", "terminated", "finishedAt"))
        .filter(at -> !at.isEmpty())
        .map(Instant::parse)
        .sorted()
        .toList();
  }

  @Test
  void roomIsFreeOnlyWhenThePodsAreGone() {
    KubernetesCluster cluster = bed.connect(heard, 1);
    EnsureRun run = ModelledBed.gang("H");
    cluster.send(List.of(run));
    awaitStart(run);
    bed.server.holdEndingPods(true);
    cluster.send(List.of(bed.stop(run)));
    Heard.until(
        "its pods are told to end",
        () ->
            bed.pods(run.run()).stream()
                .allMatch(pod -> pod.tree("metadata").has("deletionTimestamp")));
    cluster.requestResync();
    Heard.until("it was looked at again", () -> heard.of(run.run()).size() > 0);
    assertThat(heard.of(run.run())).noneMatch(RunGone.class::isInstance);
    bed.server.holdEndingPods(false);
    heard.await(run.run(), RunGone.class);
    assertThat(bed.pods(run.run())).isEmpty();
  }

  @Test
  void whyAPodWasTakenAwayIsKnownAfterItIsGone() {
    KubernetesCluster cluster = bed.connect(heard, 1);
    EnsureRun run = ModelledBed.gang("I");
    cluster.send(List.of(run));
    awaitStart(run);
    Tree pod = bed.pods(run.run()).getFirst();
    bed.server.set(ModelledBed.PODS, preempted(pod));
    Heard.until("it is gone", () -> bed.pods(run.run()).isEmpty());
    RunEnded ended = awaitEnd(run);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.NODE_FAILED);
    assertThat(ended.message()).contains("PreemptionByScheduler").contains("gpu-02");
  }

  private static Tree preempted(Tree pod) {
    Tree condition =
        Tree.of("type", "DisruptionTarget", "status", "True", "reason", "PreemptionByScheduler");
    List<Object> conditions = new ArrayList<>(pod.trees("status", "conditions"));
    conditions.add(condition);
    return deleting(pod.withAt(List.of("status", "conditions"), conditions));
  }

  @Test
  void anOrphanIsRemovedAfterTheSafePeriodAndNotBefore() {
    KubernetesCluster before = bed.connect(new Heard(), 1);
    EnsureRun run = ModelledBed.gang("J");
    before.send(List.of(run));
    Heard.until("it is there", () -> bed.pods(run.run()).size() == 2);
    before.close();
    KubernetesCluster after = bed.connect(heard, 2);
    Heard.until("all is read", after::hasSynced);
    EnsureRun own = ModelledBed.gang("J2");
    after.send(List.of(own));
    awaitStart(own);
    bed.pass(Duration.ofSeconds(119));
    after.requestResync();
    Heard.until("it has said again", () -> heard.of(own.run()).size() == 2);
    assertThat(bed.jobs(run.run())).hasSize(1);
    bed.pass(Duration.ofSeconds(2));
    after.requestResync();
    Heard.until("it is removed", () -> bed.jobs(run.run()).isEmpty());
    assertThat(bed.jobs(own.run())).hasSize(1);
  }

  /// The old leader was cut off, and has not noticed.
  @Test
  void onlyTheNewestLeaderStartsAnything() {
    KubernetesCluster old = bed.connect(new Heard(), 1);
    EnsureRun common = ModelledBed.gang("K");
    old.send(List.of(common));
    Heard.until("it runs", () -> bed.pods(common.run()).size() == 2);
    KubernetesCluster newest = bed.connect(heard, 2);
    newest.send(List.of(TestRuns.started(common)));
    awaitStart(common);
    EnsureRun late = ModelledBed.gang("K1");
    EnsureRun right = ModelledBed.gang("K2");
    int leases = bed.server.asked("GET coordination.k8s.io/leases").size();
    old.send(List.of(late));
    Heard.until(
        "the old one has asked",
        () -> bed.server.asked("GET coordination.k8s.io/leases").size() > leases);
    newest.send(List.of(right));
    awaitStart(right);
    assertThat(bed.jobs(late.run())).isEmpty();
    bed.pass(Duration.ofMinutes(10));
    old.requestResync();
    assertThat(bed.jobs(right.run())).hasSize(1);
    assertThat(bed.jobs(common.run())).hasSize(1);
  }

  @Test
  void oneDeadClusterHurtsNoOther() {
    ModelledBed other = new ModelledBed();
    KubernetesCluster dead = other.connect(new Heard(), 1);
    other.server.close();
    KubernetesCluster alive = bed.connect(heard, 1);
    EnsureRun lost = ModelledBed.gang("L1");
    EnsureRun run = ModelledBed.gang("L2");
    dead.send(List.of(lost));
    alive.send(List.of(run));
    awaitStart(run);
    Heard.until("it is known", () -> !dead.condition().isWell());
    assertThat(alive.condition().isWell()).isTrue();
    dead.close();
  }

  /// B26, second part: its run was given up and its job started elsewhere. What was left of it goes
  /// first, and until then it is told.
  @Test
  void aClusterThatComesBackLosesWhatWasGivenUpMeanwhile() {
    KubernetesCluster cluster = bed.connect(heard, 1);
    EnsureRun run = ModelledBed.gang("N");
    cluster.send(List.of(run));
    awaitStart(run);
    assertThat(cluster.hasLeftovers()).isFalse();
    bed.server.fail(Fault.of("*", 0, "cut"));
    bed.server.cutWatches();
    cluster.requestResync();
    Heard.until("it is known", () -> !cluster.condition().isWell());
    cluster.send(List.of(new RemoveRun(run.run(), 2, bed.instant())));
    assertThat(cluster.hasLeftovers()).isTrue();
    assertThat(bed.pods(run.run())).hasSize(2);
    bed.server.heal();
    Heard.until(
        "nothing is left",
        () -> {
          bed.pass(Duration.ofSeconds(1));
          cluster.requestResync();
          return !cluster.hasLeftovers();
        });
    assertThat(bed.pods(run.run())).isEmpty();
    assertThat(bed.jobs(run.run())).isEmpty();
    heard.await(run.run(), RunGone.class);
    Heard.until("it is well", () -> cluster.condition().isWell());
    assertThat(bed.server.asked(ModelledBed.POST_JOB)).hasSize(1);
  }

  /// Objects are named after the run: whatever people call their jobs, none is like another.
  @Test
  void strangeAndLongNamesRun() {
    KubernetesCluster cluster = bed.connect(heard, 1);
    List<RunCommand> runs = new ArrayList<>();
    String seventy = "b".repeat(69);
    List<String> names =
        List.of(
            "a".repeat(80),
            "研究-réseau-🚀",
            "team.a",
            "team-a",
            seventy + "1",
            seventy + "2",
            "UPPER_case");
    for (int i = 0; i < names.size(); i++) {
      runs.add(TestRuns.called(ModelledBed.gang("M" + i), names.get(i)));
    }
    cluster.send(runs);
    runs.forEach(run -> heard.await(run.run(), RunStarted.class));
    List<Tree> jobs = bed.server.list(ModelledBed.JOBS);
    assertThat(jobs).hasSize(names.size());
    assertThat(jobs)
        .allSatisfy(
            job ->
                assertThat(job.text("metadata", "name"))
                    .matches("[a-z]([-a-z0-9]{0,49}[a-z0-9])?"));
    assertThat(jobs)
        .extracting(job -> job.text("metadata", "annotations", "gpuaas.io/job-name"))
        .containsExactlyElementsOf(names);
  }
}
