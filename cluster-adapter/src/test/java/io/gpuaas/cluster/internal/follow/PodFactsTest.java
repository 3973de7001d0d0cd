package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.follow.PodFacts.Phase;
import io.gpuaas.cluster.internal.manifest.PodTemplates;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is read of pods.
class PodFactsTest {
  private static final Instant T1 = Instant.parse("2026-01-01T00:00:01Z");
  private static final Instant T2 = Instant.parse("2026-01-01T00:00:02Z");

  private static Tree pod(Tree... statuses) {
    Tree status = Tree.of("phase", "Running", "containerStatuses", List.of(statuses));
    return Tree.of("status", status);
  }

  private static Tree condition(String type, String status, String reason, String message) {
    return Tree.of(
        "type", type,
        "status", status,
        "reason", reason,
        "message", message,
        "lastTransitionTime", T2.toString());
  }

  private static Tree with(Tree pod, Tree... conditions) {
    Tree status = pod.tree("status").with("conditions", List.of(conditions));
    return pod.with("status", status);
  }

  private static Tree terminated(Instant from, Instant to, long code) {
    Tree state =
        Tree.of("startedAt", from.toString(), "finishedAt", to.toString(), "exitCode", code);
    return Tree.of("state", Tree.of("terminated", state));
  }

  private static Tree running(String since) {
    return Tree.of("state", Tree.of("running", Tree.of("startedAt", since)));
  }

  private static Tree waiting(String reason, String message) {
    return Tree.of("state", Tree.of("waiting", Tree.of("reason", reason, "message", message)));
  }

  @Test
  void anEmptyPodHasNothingToSay() {
    assertThat(PodFacts.of(Tree.EMPTY))
        .isEqualTo(
            new PodFacts(
                "",
                "",
                "",
                "",
                "",
                "",
                -1,
                "",
                Phase.WAITING,
                null,
                null,
                -1,
                false,
                false,
                false,
                null,
                "",
                0,
                ""));
  }

  @Test
  void metadataAndSpecAreRead() {
    Tree labels =
        Tree.texts(
            new TreeMap<>(
                Map.of(
                    RunShape.RUN,
                    "run_1",
                    RunShape.POD_SET,
                    "workers",
                    "batch.kubernetes.io/job-completion-index",
                    "7")));
    Tree metadata =
        Tree.of(
            "uid",
            "u",
            "namespace",
            "ns",
            "name",
            "p",
            "labels",
            labels,
            "ownerReferences",
            List.of(Tree.of("kind", "Job")),
            "deletionTimestamp",
            T1.toString());
    List<Tree> gates =
        List.of(Tree.of("name", "other.io/gate"), Tree.of("name", PodTemplates.GATE));
    Tree spec =
        Tree.of(
            "nodeName",
            "n1",
            "schedulingGates",
            gates,
            "affinity",
            Tree.of("nodeAffinity", Tree.of("x", "y")));
    PodFacts facts = PodFacts.of(Tree.of("metadata", metadata, "spec", spec));
    assertThat(facts.run()).isEqualTo("run_1");
    assertThat(facts.podSet()).isEqualTo("workers");
    assertThat(facts.index()).isEqualTo(7);
    assertThat(facts.gateAt()).isEqualTo(1);
    assertThat(facts.hasAffinity()).isTrue();
    assertThat(facts.owned()).isTrue();
    assertThat(facts.deleting()).isTrue();
    assertThat(facts.holdsRoom()).isTrue();
    Tree foreign = spec.with("schedulingGates", List.of(Tree.of("name", "other.io/gate")));
    assertThat(PodFacts.of(Tree.of("spec", foreign)).gateAt()).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({
    "Pending, WAITING, false",
    "Running, RUNNING, false",
    "Succeeded, SUCCEEDED, true",
    "Failed, FAILED, true",
    "'', WAITING, false"
  })
  void phasesAreThoseOfKubernetes(String text, Phase phase, boolean over) {
    PodFacts facts = PodFacts.of(Tree.of("status", Tree.of("phase", text)));
    assertThat(facts.phase()).isEqualTo(phase);
    assertThat(facts.isOver()).isEqualTo(over);
    assertThat(facts.holdsRoom()).isFalse();
    assertThat(facts.isReady()).isFalse();
  }

  @Test
  void theLastContainerToStartAndToEndCount() {
    PodFacts facts =
        PodFacts.of(
            pod(
                terminated(T1, T2, 0),
                running(T2.toString()),
                running("soon"),
                terminated(T1, T1, 3),
                terminated(T1, T1, 4)));
    assertThat(facts.startedAt()).isEqualTo(T2);
    assertThat(facts.finishedAt()).isEqualTo(T2);
    assertThat(facts.exitCode()).isEqualTo(3);
    assertThat(PodFacts.of(pod(running(T1.toString()))).finishedAt()).isNull();
  }

  @Test
  void readinessHasATimeWhileItLasts() {
    PodFacts ready = PodFacts.of(with(pod(), condition("Ready", "True", "", "")));
    assertThat(ready.readyAt()).isEqualTo(T2);
    assertThat(ready.isReady()).isTrue();
    assertThat(PodFacts.of(with(pod(), condition("Ready", "False", "", ""))).readyAt()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "UnexpectedAdmissionError, UnexpectedAdmissionError",
    "TopologyAffinityError, TopologyAffinityError",
    "NodeAffinity, NodeAffinity",
    "Evicted, Evicted",
    "OutOfcpu, OutOfcpu",
    "NodeLost, NodeLost",
    "Error, ''",
    "'', ''"
  })
  void refusalsOfTheKubeletAreTheClustersFault(String reason, String disruption) {
    Tree status = Tree.of("reason", reason);
    assertThat(PodFacts.of(Tree.of("status", status)).disruption()).isEqualTo(disruption);
  }

  @Test
  void aDisruptionIsNamedByItsCondition() {
    Tree preempted = condition("DisruptionTarget", "True", "PreemptionByScheduler", "");
    assertThat(PodFacts.of(with(pod(), preempted)).disruption()).isEqualTo("PreemptionByScheduler");
    Tree past = condition("DisruptionTarget", "False", "PreemptionByScheduler", "");
    assertThat(PodFacts.of(with(pod(), past)).disruption()).isEmpty();
  }

  @Test
  void troubleIsWhatTheClusterSays() {
    List<String> troubles = new ArrayList<>();
    Tree unschedulable = condition("PodScheduled", "False", "Unschedulable", "no node fits");
    for (Tree pod :
        List.of(
            pod(waiting("ImagePullBackOff", "not found")),
            pod(waiting("ErrImagePull", "")),
            pod(waiting("ContainerCreating", "")),
            pod(running(T1.toString())),
            with(pod(), unschedulable),
            with(pod(), condition("PodScheduled", "True", "", "")))) {
      troubles.add(PodFacts.of(pod).trouble());
    }
    assertThat(troubles)
        .containsExactly(
            "ImagePullBackOff: not found",
            "ErrImagePull",
            "",
            "",
            "Unschedulable: no node fits",
            "");
  }

  /// A group of a LeaderWorkerSet is counted through, also where its leader is a pod set of its
  /// own.
  @ParameterizedTest
  @CsvSource({"0, '', 0", "2, '', 2", "1, 1, 0", "3, 1, 2"})
  void podsOfAStatefulSetAreCountedByTheirOrdinal(int ordinal, String before, int index) {
    Tree labels =
        Tree.of("apps.kubernetes.io/pod-index", Integer.toString(ordinal), RunShape.BEFORE, before);
    Tree pod = Tree.of("metadata", Tree.of("labels", labels));
    assertThat(PodFacts.of(pod).index()).isEqualTo(index);
  }
}
