package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// KubeRay with jobs over HTTP, and the Ray below it: a cluster of the job's own, an entry point
/// that begins when all of it is ready and runs as long as the head's annotation says, and the
/// cluster's end with it.
final class RayOperator implements Controller {
  private static final String JOBS = "ray.io/rayjobs";
  private static final String CLUSTERS = "ray.io/rayclusters";

  @Override
  public void act(ClusterObjects store) {
    for (Tree cluster : store.list(CLUSTERS)) {
      if (!cluster.tree("metadata").has("deletionTimestamp")) {
        keepPods(store, cluster);
      }
    }
    for (Tree job : store.list(JOBS)) {
      if (!job.tree("metadata").has("deletionTimestamp")) {
        follow(store, job);
      }
    }
  }

  private static void keepPods(ClusterObjects store, Tree cluster) {
    if (!Pods.of(store, cluster).isEmpty() || cluster.flag("spec", "suspend")) {
      return;
    }
    String name = cluster.text("metadata", "name");
    Tree labels = Tree.of("ray.io/cluster", name);
    Tree head = cluster.tree("spec", "headGroupSpec", "template");
    Pods.make(store, cluster, name + "-head-x0", head, labels);
    for (Tree group : cluster.trees("spec", "workerGroupSpecs")) {
      for (int i = 0; i < group.number("replicas"); i++) {
        String pod = "%s-%s-worker-x%d".formatted(name, group.text("groupName"), i);
        Pods.make(store, cluster, pod, group.tree("template"), labels);
      }
    }
  }

  private static void follow(ClusterObjects store, Tree job) {
    Tree cluster = clusterOf(store, job);
    switch (job.text("status", "jobDeploymentStatus")) {
      case "" -> {
        if (!job.flag("spec", "suspend")) {
          makeCluster(store, job);
          say(store, job, "Initializing", "PENDING", "", "");
        }
      }
      case "Initializing" -> {
        List<Tree> pods = cluster == null ? List.of() : Pods.of(store, cluster);
        if (!pods.isEmpty() && pods.stream().allMatch(Pods::isReady)) {
          say(store, job, "Running", "RUNNING", "", "");
        }
      }
      case "Running" -> {
        if (isOver(job)) {
          end(store, job);
        }
      }
      default -> {
        if (cluster != null && job.flag("spec", "shutdownAfterJobFinishes")) {
          store.delete(ObjectKey.of(CLUSTERS, cluster));
        }
      }
    }
  }

  private static @Nullable Tree clusterOf(ClusterObjects store, Tree job) {
    return store.ownedBy(job).stream()
        .filter(key -> key.resource().equals(CLUSTERS))
        .map(store::find)
        .filter(it -> it != null)
        .findFirst()
        .orElse(null);
  }

  private static void makeCluster(ClusterObjects store, Tree job) {
    Tree reference =
        Tree.of(
            "apiVersion", job.text("apiVersion"),
            "kind", "RayJob",
            "name", job.text("metadata", "name"),
            "uid", job.text("metadata", "uid"),
            "controller", true);
    Tree metadata =
        Tree.of(
            "name", job.text("metadata", "name") + "-c1",
            "namespace", job.text("metadata", "namespace"),
            "ownerReferences", List.of(reference));
    var _ =
        store.create(
            CLUSTERS,
            Tree.of(
                "apiVersion",
                "ray.io/v1",
                "kind",
                "RayCluster",
                "metadata",
                metadata,
                "spec",
                job.tree("spec", "rayClusterSpec")));
  }

  private static Tree head(Tree job) {
    return job.tree(
        "spec", "rayClusterSpec", "headGroupSpec", "template", "metadata", "annotations");
  }

  private static boolean isOver(Tree job) {
    String millis = head(job).text("testbed.gpuaas.io/duration").replace("ms", "");
    Instant since = Instant.parse(job.text("status", "startTime"));
    return !millis.isEmpty()
        && !ObjectStore.now().isBefore(since.plusMillis(Long.parseLong(millis)));
  }

  private static void end(ClusterObjects store, Tree job) {
    String code = head(job).text("testbed.gpuaas.io/exit-code");
    if (code.isEmpty() || code.equals("0")) {
      say(store, job, "Complete", "SUCCEEDED", "", "Job finished successfully.");
    } else {
      String message =
          "Job entrypoint command failed with exit code %s, last available logs: …".formatted(code);
      say(store, job, "Failed", "FAILED", "AppFailed", message);
    }
  }

  private static void say(
      ClusterObjects store, Tree job, String deployment, String status, String reason, String why) {
    boolean over = deployment.equals("Complete") || deployment.equals("Failed");
    String now = ObjectStore.now().toString();
    store.change(
        ObjectKey.of(JOBS, job),
        it ->
            it.with(
                "status",
                it.tree("status")
                    .merge(
                        Tree.of(
                            "jobDeploymentStatus", deployment,
                            "jobStatus", status,
                            "startTime", deployment.equals("Running") ? now : "",
                            "endTime", over ? now : "",
                            "reason", reason,
                            "message", why))));
  }
}
