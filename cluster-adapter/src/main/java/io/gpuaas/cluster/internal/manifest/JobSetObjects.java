package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import java.util.List;

/// A run as one JobSet with a replicated job for each pod set.
final class JobSetObjects implements Form {
  @Override
  public Manifest.Kind kind() {
    return Kinds.JOB_SET;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    List<Tree> jobs =
        shape.groups().stream().map(group -> replicatedJob(shape, group, gang)).toList();
    Tree spec =
        Tree.of(
            "suspend", true,
            "network",
                Tree.of(
                    "enableDNSHostnames", true,
                    "publishNotReadyAddresses", true,
                    "subdomain", shape.name()),
            "successPolicy", Tree.of("operator", "All"),
            "failurePolicy", Tree.of("maxRestarts", 0),
            "replicatedJobs", jobs);
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    return List.of(Manifest.create(Kinds.JOB_SET, metadata, Tree.of("spec", spec)));
  }

  /// Suspending is the JobSet's own doing; its jobs follow.
  private Tree replicatedJob(RunShape shape, Group group, Gang gang) {
    Role role = new Role("main", gang.pinning(), rendezvous(shape, group));
    Tree job = JobObjects.spec(shape, group, gang, role).without("suspend");
    Tree template = job.tree("template");
    Tree podSpec = template.tree("spec").without("subdomain");
    return Tree.of(
        "name", group.podSet().name(),
        "replicas", 1,
        "template",
            Tree.of(
                "metadata", Tree.of("labels", shape.labels()),
                "spec", job.with("template", template.with("spec", podSpec))));
  }

  /// Pods are called after set, replicated job, its one replica, and their index.
  @Override
  public Rendezvous rendezvous(RunShape shape, Group group) {
    String job = shape.name() + "-" + group.podSet().name() + "-0";
    return Rendezvous.of(
        group,
        index -> "%s-%d.%s".formatted(job, index, shape.name()),
        JobObjects.COMPLETION_INDEX);
  }

  @Override
  public MainState state(Tree jobSet) {
    if (jobSet.isTrue("Completed")) {
      return new MainState.Succeeded(jobSet.condition("Completed").text("lastTransitionTime"));
    }
    if (jobSet.isTrue("Failed")) {
      return MainState.Failed.of(jobSet.condition("Failed"));
    }
    return jobSet.flag("spec", "suspend") ? new MainState.Suspended() : new MainState.Active();
  }

  @Override
  public List<String> suspendPath() {
    return List.of("spec", "suspend");
  }
}
