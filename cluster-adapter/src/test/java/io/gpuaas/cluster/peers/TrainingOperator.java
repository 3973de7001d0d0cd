package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;
import java.util.Locale;

/// The training operator v1: a job runs from its first pod on, succeeds with its master, fails with
/// any pod, and then stops the pods that still run.
final class TrainingOperator implements Controller {
  private static final String JOBS = "kubeflow.org/pytorchjobs";

  @Override
  public void act(ClusterObjects store) {
    for (Tree job : store.list(JOBS)) {
      boolean works =
          !job.tree("metadata").has("deletionTimestamp")
              && !job.flag("spec", "runPolicy", "suspend")
              && !job.isTrue("Succeeded")
              && !job.isTrue("Failed");
      if (works) {
        follow(store, job);
      }
    }
  }

  private static void follow(ClusterObjects store, Tree job) {
    ObjectKey key = ObjectKey.of(JOBS, job);
    List<Tree> pods = Pods.of(store, job);
    if (!job.isTrue("Created")) {
      job.tree("spec", "pytorchReplicaSpecs")
          .fields()
          .forEach((role, replica) -> make(store, job, role, (Tree) replica));
      store.change(key, it -> Status.withCondition(it, "Created", "True", "PyTorchJobCreated"));
    } else if (Pods.count(pods, "Failed") > 0) {
      Pods.stop(store, pods);
      store.change(
          key, it -> Status.withCondition(it, "Failed", "True", "PyTorchJobFailed", "failed"));
    } else if (pods.stream().anyMatch(TrainingOperator::isDoneMaster)) {
      Pods.stop(store, pods);
      store.change(key, it -> Status.withCondition(it, "Succeeded", "True", "PyTorchJobSucceeded"));
    } else if (Pods.count(pods, "Running") > 0) {
      store.change(key, it -> Status.withCondition(it, "Running", "True", "PyTorchJobRunning"));
    }
  }

  private static boolean isDoneMaster(Tree pod) {
    return pod.text("metadata", "labels", "training.kubeflow.org/replica-type").equals("master")
        && pod.text("status", "phase").equals("Succeeded");
  }

  private static void make(ClusterObjects store, Tree job, String role, Tree replica) {
    String name = job.text("metadata", "name");
    String type = role.toLowerCase(Locale.ROOT);
    for (int i = 0; i < replica.number("replicas"); i++) {
      Tree labels =
          Tree.of(
              "training.kubeflow.org/job-name", name,
              "training.kubeflow.org/replica-type", type,
              "training.kubeflow.org/replica-index", Integer.toString(i));
      Pods.make(store, job, "%s-%s-%d".formatted(name, type, i), replica.tree("template"), labels);
    }
  }
}
