package io.gpuaas.cluster.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A run of one pod that was asked for at noon.
class StartTroubleTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final EnsureRun RUN =
      TestRuns.issuedAt(TestRuns.gang("01K", 8, 0, 0, List.of("gpu-00")), NOON);
  private static final Said MADE = new Said(true, false, false, false);
  private static final Tree RELEASED =
      Tree.of("kind", "Job", "metadata", Tree.of("name", "run-01k"));

  private static Tree pod(String name, String reason, String message) {
    Tree waiting = Tree.of("waiting", Tree.of("reason", reason, "message", message));
    return Tree.of(
        "metadata", Tree.of("uid", name, "name", name),
        "spec", Tree.of("nodeName", "gpu-00"),
        "status",
            Tree.of("phase", "Pending", "containerStatuses", List.of(Tree.of("state", waiting))));
  }

  private static RunPicture picture(RunCommand command, Tree main, long seconds, Tree... pods) {
    Backend job = Backend.named("job");
    TreeMap<String, PodFacts> facts = new TreeMap<>();
    for (Tree pod : pods) {
      facts.put(pod.text("metadata", "uid"), PodFacts.of(pod));
    }
    return new RunPicture(
        command,
        job,
        job.render(RUN, Site.of(new TreeMap<>())),
        List.of(main),
        facts,
        new TreeMap<>(),
        List.of(),
        MADE,
        true,
        true,
        NOON.plusSeconds(seconds));
  }

  private static RunPicture picture(long seconds, Tree... pods) {
    return picture(RUN, RELEASED, seconds, pods);
  }

  private static RunEnded ended(long seconds, String message) {
    return new RunEnded(RUN.run(), NOON.plusSeconds(seconds), RunOutcome.FAILED, -1, message);
  }

  @ParameterizedTest
  @CsvSource({
    "InvalidImageName, 0, true",
    "ErrImageNeverPull, 0, true",
    "ErrImagePull, 899, false",
    "ErrImagePull, 900, true",
    "ImagePullBackOff, 900, true",
    "CreateContainerConfigError, 899, false",
    "CreateContainerConfigError, 900, true",
    "CreateContainerError, 900, true",
    "PodInitializing, 90000, false",
  })
  void whatWillNotStartEndsInTheClustersWords(String reason, long seconds, boolean ends) {
    RunEnded end = StartTrouble.ofPods(picture(seconds, pod("p", reason, "no such thing")));
    assertThat(end)
        .isEqualTo(
            ends
                ? ended(
                    seconds,
                    "Pod p cannot start on node gpu-00: %s: no such thing. Look at the job's"
                            .formatted(reason)
                        + " image and at what it refers to.")
                : null);
  }

  @Test
  void aPodThatIsOnItsWayOutOrRunsSaysNothing() {
    Tree leaves =
        pod("a", "InvalidImageName", "x")
            .withAt(List.of("metadata", "deletionTimestamp"), NOON.toString());
    Tree failed = pod("b", "InvalidImageName", "x").withAt(List.of("status", "phase"), "Failed");
    assertThat(StartTrouble.ofPods(picture(900, leaves, failed))).isNull();
  }

  @Test
  void podsAreMissedOfWhatIsReleasedOnly() {
    assertThat(StartTrouble.hasNoPods(picture(0), MADE)).isTrue();
    assertThat(StartTrouble.hasNoPods(picture(0), new Said(true, true, false, false))).isFalse();
    assertThat(StartTrouble.hasNoPods(picture(0), new Said(true, false, true, false))).isFalse();
    assertThat(StartTrouble.hasNoPods(picture(0, pod("p", "", "")), MADE)).isFalse();
    Tree held = RELEASED.with("spec", Tree.of("suspend", true));
    assertThat(StartTrouble.hasNoPods(picture(RUN, held, 0), MADE)).isFalse();
    RunCommand stop = new RunCommand.StopRun(RUN.run(), 2, NOON, 30);
    assertThat(StartTrouble.hasNoPods(picture(stop, RELEASED, 0), MADE)).isFalse();
    assertThat(StartTrouble.isPodDue(picture(29))).isFalse();
    assertThat(StartTrouble.isPodDue(picture(30))).isTrue();
  }

  /// A used-up quota and a webhook that does not answer may let them through later.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pods "p" is forbidden: ValidatingAdmissionPolicy 'registries' denied request: no  | true
          admission webhook "images" denied the request: registry                           | true
          Pod "p" is invalid: spec.containers: Required value                               | true
          pods "p" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot     | true
          pods "p" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi | true
          pods "p" is forbidden: error looking up service account a/default: not found      | false
          pods "p" is forbidden: exceeded quota: q, requested: pods=1                       | false
          Internal error occurred: failed calling webhook "images": connection refused      | false
          """)
  void whatTheClusterRefusesOfPodsEndsTheRun(String said, boolean ends) {
    @Nullable RunEnded end = StartTrouble.ofEvents(picture(30), List.of("other", said));
    assertThat(end).isEqualTo(ends ? ended(30, "The cluster refused its pods: " + said) : null);
  }
}
