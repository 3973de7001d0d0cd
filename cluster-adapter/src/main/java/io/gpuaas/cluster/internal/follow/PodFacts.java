package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.PodTemplates;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What matters of a pod. Small, as there may be tens of thousands.
///
/// @param container that runs the job's command: its first
/// @param index completion index within its pod set; -1 when it has none
/// @param gateAt place of our gate in its list; -1 when it is not gated by us
/// @param owned whether something made it and removes it with itself
/// @param startedAt when its last container began; null before
/// @param finishedAt when its last container ended; null before
/// @param disruption reason of the platform's disturbance; empty for none
/// @param exitCode of the container that failed first, else 0
/// @param trouble why it does not start, in the cluster's words; empty when nothing is said
public record PodFacts(
    String uid,
    String namespace,
    String name,
    String run,
    String podSet,
    String container,
    int index,
    String node,
    Phase phase,
    @Nullable Instant startedAt,
    @Nullable Instant readyAt,
    int gateAt,
    boolean hasAffinity,
    boolean owned,
    boolean deleting,
    @Nullable Instant finishedAt,
    String disruption,
    int exitCode,
    String trouble) {

  /// Phase of a pod.
  public enum Phase {
    WAITING,
    RUNNING,
    SUCCEEDED,
    FAILED
  }

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";
  private static final String ORDINAL = "apps.kubernetes.io/pod-index";
  private static final String REPLICA_INDEX = "training.kubeflow.org/replica-index";
  private static final List<String> KUBELET_REFUSALS =
      List.of("UnexpectedAdmissionError", "TopologyAffinityError", "NodeAffinity", "Evicted");

  public static PodFacts of(Tree pod) {
    Tree metadata = pod.tree("metadata");
    return new PodFacts(
        metadata.text("uid"),
        metadata.text("namespace"),
        metadata.text("name"),
        metadata.text("labels", RunShape.RUN),
        metadata.text("labels", RunShape.POD_SET),
        container(pod),
        index(metadata.tree("labels")),
        pod.text("spec", "nodeName"),
        phase(pod.text("status", "phase")),
        startedAt(pod),
        pod.isTrue("Ready") ? instant(pod.condition("Ready").text("lastTransitionTime")) : null,
        gateAt(pod),
        pod.tree("spec").has("affinity"),
        metadata.has("ownerReferences"),
        metadata.has("deletionTimestamp"),
        finishedAt(pod),
        disruption(pod),
        exitCode(pod),
        trouble(pod));
  }

  /// A Job's pods are counted through; those of the training operator within their role, those of
  /// StatefulSets through a leader's and its workers.
  private static int index(Tree labels) {
    String index = labels.text(INDEX);
    String replica = labels.text(REPLICA_INDEX);
    String first = labels.text(RunShape.FIRST_RANK);
    String ordinal = labels.text(ORDINAL);
    String before = labels.text(RunShape.BEFORE);
    if (!index.isEmpty()) {
      return Integer.parseInt(index);
    } else if (!replica.isEmpty() && !first.isEmpty()) {
      return Integer.parseInt(first) + Integer.parseInt(replica);
    } else if (!ordinal.isEmpty()) {
      return Integer.parseInt(ordinal) - (before.isEmpty() ? 0 : Integer.parseInt(before));
    }
    return -1;
  }

  private static String container(Tree pod) {
    List<Tree> containers = pod.trees("spec", "containers");
    return containers.isEmpty() ? "" : containers.getFirst().text("name").intern();
  }

  private static Phase phase(String phase) {
    return switch (phase) {
      case "Running" -> Phase.RUNNING;
      case "Succeeded" -> Phase.SUCCEEDED;
      case "Failed" -> Phase.FAILED;
      default -> Phase.WAITING;
    };
  }

  /// Null when the text is none.
  static @Nullable Instant instant(String text) {
    try {
      return text.isEmpty() ? null : Instant.parse(text);
    } catch (DateTimeParseException _) {
      return null;
    }
  }

  private static int gateAt(Tree pod) {
    List<Tree> gates = pod.trees("spec", "schedulingGates");
    for (int i = 0; i < gates.size(); i++) {
      if (gates.get(i).text("name").equals(PodTemplates.GATE)) {
        return i;
      }
    }
    return -1;
  }

  static @Nullable Instant startedAt(Tree pod) {
    Instant last = null;
    for (Tree status : pod.trees("status", "containerStatuses")) {
      Tree state = status.tree("state");
      String running = state.text("running", "startedAt");
      Instant at = instant(running.isEmpty() ? state.text("terminated", "startedAt") : running);
      if (at != null && (last == null || at.isAfter(last))) {
        last = at;
      }
    }
    return last;
  }

  private static @Nullable Instant finishedAt(Tree pod) {
    Instant last = null;
    for (Tree status : pod.trees("status", "containerStatuses")) {
      Instant at = instant(status.text("state", "terminated", "finishedAt"));
      if (at != null && (last == null || at.isAfter(last))) {
        last = at;
      }
    }
    return last;
  }

  private static String disruption(Tree pod) {
    if (pod.isTrue("DisruptionTarget")) {
      return pod.condition("DisruptionTarget").text("reason");
    }
    String reason = pod.text("status", "reason");
    boolean refused = KUBELET_REFUSALS.contains(reason) || reason.startsWith("OutOf");
    return refused || reason.equals("NodeLost") ? reason : "";
  }

  private static int exitCode(Tree pod) {
    for (Tree status : pod.trees("status", "containerStatuses")) {
      int code = (int) status.number("state", "terminated", "exitCode");
      if (code != 0) {
        return code;
      }
    }
    return 0;
  }

  private static String trouble(Tree pod) {
    for (Tree status : pod.trees("status", "containerStatuses")) {
      Tree waiting = status.tree("state", "waiting");
      String reason = waiting.text("reason");
      if (!reason.isEmpty() && !reason.equals("ContainerCreating")) {
        return join(reason, waiting.text("message"));
      }
    }
    Tree scheduled = pod.condition("PodScheduled");
    return scheduled.text("reason").equals("Unschedulable")
        ? join("Unschedulable", scheduled.text("message"))
        : "";
  }

  private static String join(String reason, String message) {
    return message.isEmpty() ? reason : reason + ": " + message;
  }

  public boolean isOver() {
    return phase == Phase.SUCCEEDED || phase == Phase.FAILED;
  }

  public boolean isReady() {
    return readyAt != null && phase == Phase.RUNNING && !deleting;
  }

  /// Whether it may hold devices of its node.
  public boolean holdsRoom() {
    return !isOver() && !node.isEmpty();
  }
}
