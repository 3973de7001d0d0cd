package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.follow.PodFacts.Phase;
import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.follow.RunReconciler.Next;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A run of two pods as a Job, in every state in which it may be found.
class RunReconcilerTest {
  private static final EnsureRun RUN =
      TestRuns.gang("01K", 8, 0, 0, List.of("gpu-a-01", "gpu-a-02"));
  private static final Backend JOB = Backend.named("job");
  private static final Backend.Rendering RENDERING =
      JOB.render(RUN, Site.of(new TreeMap<>(Map.of())));
  private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
  private static final Instant READY = NOW.minusSeconds(600);
  private static final Instant OVER = NOW.minusSeconds(60);
  private static final Said MADE = new Said(true, false, false, false);
  private static final Said STARTED = new Said(true, true, false, false);
  private static final Said ENDED = new Said(true, true, true, false);
  private static final RunCommand STOP = new RunCommand.StopRun(RUN.run(), 2, NOW, 30);
  private static final RunCommand REMOVE = new RunCommand.RemoveRun(RUN.run(), 3, NOW);

  private RunCommand command = RUN;
  private List<Tree> mains = List.of();
  private final List<PodFacts> pods = new ArrayList<>();
  private final List<PodFacts> past = new ArrayList<>();
  private Said said = Said.NOTHING;
  private Backend backend = JOB;
  private List<Tree> told = List.of();
  private boolean fresh = true;
  private boolean evidenceIsDue = true;

  private static Tree main(String run, boolean suspended, Tree... conditions) {
    Tree labels = Tree.texts(new TreeMap<>(Map.of(RunShape.RUN, run)));
    Tree metadata = Tree.of("uid", "u-main", "namespace", "ns", "name", "main", "labels", labels);
    return Tree.of(
        "kind",
        "Job",
        "metadata",
        metadata,
        "spec",
        Tree.of("suspend", suspended),
        "status",
        Tree.of("conditions", List.of(conditions)));
  }

  private static Tree own(boolean suspended, Tree... conditions) {
    return main(RUN.run().value(), suspended, conditions);
  }

  private static Tree condition(String type, String reason, String message) {
    return Tree.of(
        "type", type,
        "status", "True",
        "reason", reason,
        "message", message,
        "lastTransitionTime", OVER.toString());
  }

  private static PodFacts pod(int index, Phase phase, int gateAt, boolean deleting) {
    Instant readyAt = phase == Phase.RUNNING ? READY.plusSeconds(index) : null;
    return facts(index, new Life(phase, readyAt, gateAt, deleting), new Death(null, "", 0));
  }

  private static PodFacts over(int index, Phase phase, @Nullable Instant at, String why, int code) {
    return facts(index, new Life(phase, null, -1, false), new Death(at, why, code));
  }

  private record Life(Phase phase, @Nullable Instant readyAt, int gateAt, boolean deleting) {}

  private record Death(@Nullable Instant at, String disruption, int exitCode) {}

  private static PodFacts facts(int index, Life life, Death death) {
    return new PodFacts(
        "u" + index,
        "ns",
        "p" + index,
        RUN.run().value(),
        "workers",
        "main",
        index,
        "gpu-a-0" + (index + 1),
        life.phase(),
        death.at() == null ? null : READY.plusSeconds(index),
        life.readyAt(),
        life.gateAt(),
        index == 1,
        index == 0,
        life.deleting(),
        death.at(),
        death.disruption(),
        death.exitCode(),
        "");
  }

  private Next next() {
    TreeMap<String, PodFacts> present = new TreeMap<>();
    pods.forEach(it -> present.put(it.uid(), it));
    TreeMap<String, PodFacts> gone = new TreeMap<>();
    past.forEach(it -> gone.put(it.uid(), it));
    return RunReconciler.next(
        new RunPicture(
            command,
            backend,
            RENDERING,
            mains,
            present,
            gone,
            told,
            said,
            fresh,
            evidenceIsDue,
            NOW));
  }

  private static Observation ended(Instant at, RunOutcome outcome, int code, String message) {
    return new RunEnded(RUN.run(), at, outcome, code, message);
  }

  @Test
  void whatWasNeverMadeIsMade() {
    assertThat(next())
        .isEqualTo(
            new Next(List.of(new Action.Make(RENDERING)), List.of(), Said.NOTHING, false, false));
  }

  // NullAway does not see the annotation of a nested type.
  @SuppressWarnings("NullAway")
  @Test
  void aRunMustBeRendered() {
    RunPicture blank =
        new RunPicture(
            RUN,
            JOB,
            null,
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            told,
            said,
            true,
            true,
            NOW);
    assertThatThrownBy(() -> RunReconciler.next(blank)).hasMessageContaining("was not rendered");
  }

  @Test
  void whatVanishedIsMournedAfterAFreshLookOnly() {
    said = STARTED;
    fresh = false;
    assertThat(next()).isEqualTo(new Next(List.of(), List.of(), STARTED, true, false));
    fresh = true;
    assertThat(next().observations())
        .containsExactly(
            ended(NOW, RunOutcome.FAILED, -1, "Its objects were deleted from outside."));
    past.add(over(0, Phase.FAILED, OVER, "NodeLost", 137));
    assertThat(next().observations())
        .containsExactly(
            ended(
                OVER,
                RunOutcome.NODE_FAILED,
                143,
                "Pod p0 on node gpu-a-01 was disturbed by the cluster: NodeLost."));
    said = Said.NOTHING;
    command = TestRuns.started(RUN);
    assertThat(next().said().ended()).isTrue();
  }

  /// The watch of pods may lag behind that of Jobs.
  @Test
  void aFailureThatNoPodExplainsIsLookedIntoBeforeItIsSaid() {
    said = STARTED;
    mains = List.of(own(false, condition("Failed", "BackoffLimitExceeded", "x")));
    fresh = false;
    evidenceIsDue = false;
    assertThat(next()).isEqualTo(new Next(List.of(), List.of(), STARTED, true, true));
    fresh = true;
    assertThat(next()).isEqualTo(new Next(List.of(), List.of(), STARTED, false, true));
    evidenceIsDue = true;
    assertThat(next().observations())
        .containsExactly(ended(OVER, RunOutcome.FAILED, -1, "BackoffLimitExceeded: x"));
    evidenceIsDue = false;
    past.add(over(0, Phase.FAILED, OVER, "", 17));
    assertThat(next().observations())
        .containsExactly(ended(OVER, RunOutcome.FAILED, 17, "Pod p0 ended with exit code 17."));
  }

  /// The pod that ended last may not have been heard of yet.
  @Test
  void aSuccessIsLookedAtAfreshUntilAllEndsAreKnown() {
    said = STARTED;
    mains = List.of(own(false, condition("Complete", "CompletionsReached", "")));
    pods.add(over(0, Phase.SUCCEEDED, OVER.minusSeconds(1), "", 0));
    fresh = false;
    assertThat(next()).isEqualTo(new Next(List.of(), List.of(), STARTED, true, false));
    pods.add(over(1, Phase.SUCCEEDED, OVER, "", 0));
    assertThat(next().observations()).containsExactly(ended(OVER, RunOutcome.SUCCEEDED, 0, ""));
  }

  /// Kueue evicts by suspending; it may have done so before.
  @Test
  void whatItsQueueTookBackHasEndedInTheQueuesWords() {
    backend = Backend.named("kueue");
    mains = List.of(own(true));
    assertThat(next().observations()).as("it waits for its queue").isEmpty();
    said = STARTED;
    fresh = false;
    assertThat(next()).isEqualTo(new Next(List.of(), List.of(), STARTED, true, false));
    fresh = true;
    assertThat(next().observations())
        .containsExactly(
            ended(NOW, RunOutcome.NODE_FAILED, 143, "The backend kueue took it back."));
    Tree evicted = condition("Evicted", "Preempted", "to accommodate a workload");
    told = List.of(Tree.of("status", Tree.of("conditions", List.of(evicted))));
    assertThat(next().observations())
        .containsExactly(
            ended(
                OVER,
                RunOutcome.PREEMPTED,
                143,
                "The backend kueue took it back: Preempted: to accommodate a workload"));
    said = Said.NOTHING;
    command = TestRuns.started(RUN);
    assertThat(next().said().ended()).isTrue();
    backend = JOB;
    assertThat(next().actions()).as("nobody else releases it").hasSize(1);
  }

  @Test
  void anObjectOfSomebodyElseIsAConflict() {
    mains = List.of(main("run_other", true));
    assertThat(next().observations())
        .singleElement()
        .isInstanceOfSatisfying(
            RunEnded.class,
            it -> {
              assertThat(it.outcome()).isEqualTo(RunOutcome.FAILED);
              assertThat(it.message()).startsWith("The cluster has a Job named main that is not");
            });
  }

  @Test
  void aSuspendedJobIsReleasedAndPodsWait() {
    mains = List.of(own(true));
    pods.add(pod(0, Phase.WAITING, 0, false));
    pods.add(pod(1, Phase.WAITING, 0, false));
    Next next = next();
    assertThat(next.said()).isEqualTo(MADE);
    assertThat(next.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            it -> {
              assertThat(it.name()).isEqualTo("main");
              assertThat(it.operations())
                  .containsExactly(
                      Tree.of("op", "test", "path", "/metadata/uid").with("value", "u-main"),
                      Tree.of("op", "test", "path", "/spec/suspend").with("value", true),
                      Tree.of("op", "replace", "path", "/spec/suspend").with("value", false));
            });
  }

  @Test
  void podsAreToldTheirNodesWhenAllOfThemAreThere() {
    mains = List.of(own(false));
    pods.add(pod(0, Phase.WAITING, 0, false));
    assertThat(next().actions()).isEmpty();
    pods.add(pod(1, Phase.WAITING, 1, false));
    assertThat(next().actions())
        .extracting(it -> ((Action.Patch) it).name())
        .containsExactly("p0", "p1");
    pods.set(1, pod(1, Phase.WAITING, 1, true));
    assertThat(next().actions()).isEmpty();
    pods.set(1, pod(7, Phase.WAITING, 1, false));
    assertThat(next().actions()).hasSize(1);
    pods.set(1, pod(-1, Phase.WAITING, 1, false));
    assertThat(next().actions()).hasSize(1);
  }

  @Test
  void itHasStartedWhenAllPodsAreReady() {
    mains = List.of(own(false));
    pods.add(pod(0, Phase.RUNNING, -1, false));
    assertThat(next().observations()).isEmpty();
    pods.add(pod(1, Phase.RUNNING, -1, false));
    Next next = next();
    assertThat(next.observations())
        .containsExactly(new RunStarted(RUN.run(), READY.plusSeconds(1)));
    said = next.said();
    assertThat(next().observations()).isEmpty();
  }

  @Test
  void aSuccessIsTheJobsOwnWord() {
    mains = List.of(own(false, condition("Complete", "", "")));
    said = STARTED;
    assertThat(next().observations()).containsExactly(ended(OVER, RunOutcome.SUCCEEDED, 0, ""));
    said = ENDED;
    assertThat(next().observations()).isEmpty();
  }

  @Test
  void aRunMayBeOverBeforeItWasSeenRunning() {
    mains = List.of(own(false, condition("Complete", "", "")));
    pods.add(over(0, Phase.SUCCEEDED, OVER, "", 0));
    pods.add(over(1, Phase.SUCCEEDED, OVER.minusSeconds(5), "", 0));
    assertThat(next().observations())
        .containsExactly(
            new RunStarted(RUN.run(), READY.plusSeconds(1)),
            ended(OVER, RunOutcome.SUCCEEDED, 0, ""));
  }

  @Test
  void thePodThatFailedFirstIsNamed() {
    mains = List.of(own(false, condition("Failed", "PodFailurePolicy", "x")));
    said = STARTED;
    pods.add(over(0, Phase.FAILED, OVER, "", 137));
    pods.add(over(1, Phase.FAILED, OVER.plusSeconds(9), "", 3));
    assertThat(next().observations())
        .containsExactly(
            ended(OVER.plusSeconds(9), RunOutcome.FAILED, 3, "Pod p1 ended with exit code 3."));
    pods.clear();
    assertThat(next().observations())
        .containsExactly(ended(OVER, RunOutcome.FAILED, -1, "PodFailurePolicy: x"));
  }

  @Test
  void aDisturbedPodIsTheClustersFault() {
    said = STARTED;
    mains = List.of(own(false, condition("Failed", "PodFailurePolicy", "x")));
    pods.add(over(0, Phase.FAILED, null, "", 1));
    pods.add(over(1, Phase.FAILED, null, "Evicted", 1));
    assertThat(next().observations())
        .containsExactly(
            ended(
                OVER,
                RunOutcome.NODE_FAILED,
                143,
                "Pod p1 on node gpu-a-02 was disturbed by the cluster: Evicted."));
    pods.clear();
    mains = List.of(own(false, condition("Failed", "PodFailurePolicy", "by DisruptionTarget")));
    assertThat(next().observations())
        .containsExactly(ended(OVER, RunOutcome.NODE_FAILED, 143, "by DisruptionTarget"));
  }

  @Test
  void aStopDeletesAndWaitsUntilNothingIsLeft() {
    command = STOP;
    said = STARTED;
    mains = List.of(own(false));
    pods.add(pod(0, Phase.RUNNING, -1, false));
    assertThat(next().actions())
        .containsExactly(new Action.Delete(JOB.mainKind(), "ns", "main", "u-main"));
    Tree leaving = own(false);
    Tree metadata = leaving.tree("metadata").with("deletionTimestamp", NOW.toString());
    mains = List.of(leaving.with("metadata", metadata));
    assertThat(next()).isEqualTo(new Next(List.of(), List.of(), STARTED, false, false));
  }

  /// Volcano is told to end the pods, and its Job is deleted when it says that it has; or when that
  /// takes too long, since it may be dead.
  @Test
  void whereAControllerEndsThePodsItsObjectIsDeletedAfterThat() {
    backend = Backend.named("volcano");
    command = STOP;
    said = STARTED;
    pods.add(pod(0, Phase.RUNNING, -1, false));
    mains = List.of(volcano("Running"));
    Manifest abort = Objects.requireNonNull(backend.abort(mains.getFirst()));
    assertThat(abort.tree().text("action")).isEqualTo("AbortJob");
    assertThat(abort.tree().text("target", "uid")).isEqualTo("u-main");
    assertThat(next().actions()).containsExactly(new Action.Tell(abort));
    mains = List.of(volcano("Aborting"));
    assertThat(next().actions()).isEmpty();
    mains = List.of(volcano("Aborted"));
    assertThat(next().actions()).hasOnlyElementsOfType(Action.Delete.class).hasSize(1);
    mains = List.of(volcano("Running"));
    command = new RunCommand.StopRun(RUN.run(), 2, NOW.minusSeconds(61), 30);
    assertThat(next().actions()).hasOnlyElementsOfType(Action.Delete.class).hasSize(1);
  }

  private static Tree volcano(String phase) {
    return own(false).with("status", Tree.of("state", Tree.of("phase", phase)));
  }

  /// By its Workload, which stands for the run before Kueue.
  @Test
  void whatAQueueThatGovernsTakesBackHasEndedInItsWords() {
    backend = Backend.of("kueue", Site.of(new TreeMap<>(Map.of("admission", "kueue"))));
    said = STARTED;
    mains = List.of(own(false));
    Tree evicted = condition("Evicted", "Preempted", "by another");
    told = List.of(Tree.of("status", Tree.of("conditions", List.of(evicted))));
    assertThat(next().observations())
        .containsExactly(
            new Observation.RunEnded(
                RUN.run(),
                OVER,
                RunOutcome.PREEMPTED,
                143,
                "The backend kueue took it back: Preempted: by another"));
  }

  @Test
  void podsThatNobodyOwnsAreDeletedByUs() {
    command = STOP;
    said = STARTED;
    pods.add(pod(0, Phase.RUNNING, -1, false));
    pods.add(pod(1, Phase.RUNNING, -1, false));
    assertThat(next().actions())
        .extracting(it -> ((Action.Delete) it).name())
        .containsExactly("p1");
    pods.set(1, pod(1, Phase.RUNNING, -1, true));
    assertThat(next().actions()).isEmpty();
  }

  @Test
  void whatIsGoneIsToldAfterAFreshLook() {
    command = STOP;
    said = STARTED;
    fresh = false;
    assertThat(next().needsFreshLook()).isTrue();
    fresh = true;
    past.add(over(0, Phase.FAILED, OVER, "", 143));
    Next gone = next();
    assertThat(gone.observations())
        .containsExactly(ended(OVER, RunOutcome.STOPPED, 143, ""), new RunGone(RUN.run(), NOW));
    said = gone.said();
    assertThat(next()).isEqualTo(new Next(List.of(), List.of(), gone.said(), false, false));
    said = ENDED;
    command = REMOVE;
    assertThat(next().observations()).containsExactly(new RunGone(RUN.run(), NOW));
  }

  @Test
  void aSuccessThatCameBeforeTheStopIsKept() {
    command = STOP;
    said = STARTED;
    mains = List.of(own(false, condition("Complete", "", "")));
    assertThat(next().observations()).containsExactly(ended(OVER, RunOutcome.SUCCEEDED, 0, ""));
    mains = List.of(own(false, condition("Failed", "r", "m")));
    assertThat(next().observations()).isEmpty();
    mains = List.of(main("run_other", false, condition("Complete", "", "")));
    assertThat(next().observations())
        .containsExactly(ended(NOW, RunOutcome.STOPPED, 143, ""), new RunGone(RUN.run(), NOW));
  }
}
