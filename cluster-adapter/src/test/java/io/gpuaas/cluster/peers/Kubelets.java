package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/// Runs pods that have a node: at once, as long as their annotation says, and ends them when they
/// are deleted.
final class Kubelets {
  private static final String DURATION = "testbed.gpuaas.io/duration";
  private static final String EXIT_CODE = "testbed.gpuaas.io/exit-code";

  private static final long ENDING_MILLIS = 200;
  private final TreeMap<String, Long> ending = new TreeMap<>();

  /// Whether pods that are told to end stay, as with a kubelet that is not heard of.
  volatile boolean holdsEnding;

  void act(ObjectStore store) {
    for (Tree pod : store.list("/pods")) {
      ObjectKey key = ObjectKey.of("/pods", pod);
      if (pod.tree("metadata").has("deletionTimestamp")) {
        end(store, key, pod.text("metadata", "uid"));
      } else if (!pod.text("spec", "nodeName").isEmpty()) {
        store.change(key, Kubelets::live);
      }
    }
  }

  /// No pod is gone at once.
  private void end(ObjectStore store, ObjectKey key, String uid) {
    long now = System.currentTimeMillis();
    if (!holdsEnding && now - ending.computeIfAbsent(uid, _ -> now) >= ENDING_MILLIS) {
      store.remove(key);
    }
  }

  private static Tree live(Tree pod) {
    return switch (pod.text("status", "phase")) {
      case "Succeeded", "Failed" -> pod;
      case "Running" -> isOver(pod) ? ended(pod) : pod;
      default -> started(pod);
    };
  }

  private static Tree started(Tree pod) {
    Tree running = Tree.of("running", Tree.of("startedAt", ObjectStore.now().toString()));
    Tree phased = Status.with(pod, "phase", "Running");
    Tree contained = Status.with(phased, "containerStatuses", List.of(container(running, true)));
    return Status.withCondition(contained, "Ready", "True", "");
  }

  private static Tree container(Tree state, boolean ready) {
    return Tree.of("name", "main", "ready", ready, "state", state);
  }

  /// A pod of Ray runs for ever: it is the entry point that ends.
  private static boolean isOver(Tree pod) {
    String millis = pod.text("metadata", "annotations", DURATION).replace("ms", "");
    if (millis.isEmpty() || !pod.text("metadata", "labels", "ray.io/cluster").isEmpty()) {
      return false;
    }
    Instant since = Instant.parse(pod.condition("Ready").text("lastTransitionTime"));
    return !ObjectStore.now().isBefore(since.plusMillis(Long.parseLong(millis)));
  }

  private static Tree ended(Tree pod) {
    String code = pod.text("metadata", "annotations", EXIT_CODE);
    String started =
        pod.trees("status", "containerStatuses").getFirst().text("state", "running", "startedAt");
    Tree terminated =
        Tree.of(
            "startedAt", started,
            "finishedAt", ObjectStore.now().toString(),
            "exitCode", Integer.parseInt(code.isEmpty() ? "0" : code));
    boolean failed = terminated.number("exitCode") != 0;
    Tree state = Tree.of("terminated", terminated);
    Tree contained = Status.with(pod, "containerStatuses", List.of(container(state, false)));
    Tree ready = Status.withCondition(contained, "Ready", "False", "PodCompleted");
    return Status.with(ready, "phase", failed ? "Failed" : "Succeeded");
  }
}
