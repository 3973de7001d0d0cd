package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;

/// Indexed Jobs of Kubernetes without retries: all pods at once, failed with the first that fails,
/// and only when the others are gone.
final class JobController implements Controller {
  private static final String JOBS = "batch/jobs";

  @Override
  public void act(ClusterObjects store) {
    for (Tree job : store.list(JOBS)) {
      boolean works =
          !job.tree("metadata").has("deletionTimestamp")
              && !job.flag("spec", "suspend")
              && !job.isTrue("Complete")
              && !job.isTrue("Failed");
      if (works) {
        follow(store, job);
      }
    }
  }

  private static void follow(ClusterObjects store, Tree job) {
    String name = job.text("metadata", "name");
    List<Tree> pods = Pods.of(store, job);
    long wanted = job.number("spec", "completions");
    long failed = Pods.count(pods, "Failed");
    if (failed > 0 || job.isTrue("FailureTarget") || wasDisturbed(job, pods, wanted)) {
      fail(store, job, pods, failed > 0);
      return;
    }
    if (pods.isEmpty()) {
      for (int i = 0; i < wanted; i++) {
        Tree labels =
            Tree.of(
                "batch.kubernetes.io/job-name",
                name,
                "batch.kubernetes.io/job-completion-index",
                Integer.toString(i));
        Pods.make(store, job, name + "-" + i + "-x" + i, job.tree("spec", "template"), labels);
      }
      store.change(ObjectKey.of(JOBS, job), it -> Status.with(it, "started", wanted));
    }
    if (wanted > 0 && Pods.count(pods, "Succeeded") == wanted) {
      store.change(
          ObjectKey.of(JOBS, job),
          it -> Status.withCondition(it, "Complete", "True", "CompletionsReached"));
    }
  }

  /// A pod that is gone was disturbed: nobody but us deletes pods, and we delete Jobs.
  private static boolean wasDisturbed(Tree job, List<Tree> pods, long wanted) {
    return job.number("status", "started") > 0 && pods.size() < wanted;
  }

  private static void fail(ClusterObjects store, Tree job, List<Tree> pods, boolean byProgram) {
    String reason = byProgram ? "BackoffLimitExceeded" : "PodFailurePolicy";
    String message =
        byProgram
            ? "Job has reached the specified backoff limit"
            : "A pod had the condition DisruptionTarget, which a rule of the Job says to fail at";
    boolean left =
        pods.stream()
            .anyMatch(pod -> !List.of("Succeeded", "Failed").contains(pod.text("status", "phase")));
    Pods.stop(store, pods);
    store.change(
        ObjectKey.of(JOBS, job),
        it -> Status.withCondition(it, "FailureTarget", "True", reason, message));
    if (!left) {
      store.change(
          ObjectKey.of(JOBS, job),
          it ->
              Status.withCondition(
                  it,
                  "Failed",
                  "True",
                  it.condition("FailureTarget").text("reason"),
                  it.condition("FailureTarget").text("message")));
    }
  }
}
