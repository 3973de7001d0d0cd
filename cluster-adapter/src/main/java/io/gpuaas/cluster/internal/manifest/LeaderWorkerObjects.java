package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.List;

/// An endless gang as one group of a LeaderWorkerSet: it has no suspend and never succeeds, so it
/// is for notebooks and servers. With two pod sets the first is the leader.
final class LeaderWorkerObjects implements Form {
  @Override
  public Manifest.Kind kind() {
    return Kinds.LEADER_WORKER_SET;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    Group workers = shape.groups().getLast();
    Tree template =
        Tree.of(
            "size", shape.pods(),
            "restartPolicy", "RecreateGroupOnPodRestart",
            "workerTemplate", template(shape, workers, gang));
    if (shape.groups().size() > 1) {
      template = template.with("leaderTemplate", template(shape, shape.groups().getFirst(), gang));
    }
    Tree spec =
        Tree.of("replicas", 1, "startupPolicy", "LeaderCreated", "leaderWorkerTemplate", template);
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    return List.of(Manifest.create(Kinds.LEADER_WORKER_SET, metadata, Tree.of("spec", spec)));
  }

  /// Pods of a StatefulSet restart always and have a subdomain of its own. Those of a group are
  /// counted through, so workers beside a leader of another pod set are told how many come before.
  private Tree template(RunShape shape, Group group, Gang gang) {
    Role role = new Role("main", gang.pinning(), rendezvous(shape, group));
    Tree template = gang.onTemplate(shape, group, new PodTemplates(shape).template(group, role));
    Tree spec = template.tree("spec").without("subdomain", "restartPolicy");
    boolean isBehindLeader = !group.equals(shape.groups().getFirst());
    return isBehindLeader
        ? template.with("spec", spec).withAt(List.of("metadata", "labels", RunShape.BEFORE), "1")
        : template.with("spec", spec);
  }

  /// The leader has index 0, whatever pod set it is of, and workers count on from it.
  @Override
  public Rendezvous rendezvous(RunShape shape, Group group) {
    return Rendezvous.of(
        shape.pods(),
        Rendezvous.slots(shape.groups().getLast()),
        index ->
            index == 0
                ? "%1$s-0.%1$s".formatted(shape.name())
                : "%1$s-0-%2$d.%1$s".formatted(shape.name(), index),
        "labels['leaderworkerset.sigs.k8s.io/worker-index']");
  }

  @Override
  public MainState state(Tree set) {
    return new MainState.Active();
  }

  @Override
  public List<String> suspendPath() {
    return List.of();
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    List<Fault> faults = new ArrayList<>(Unmet.onlyEndless(spec, "lws", "job, jobset, trainjob"));
    boolean two = spec.podSets().size() == 2 && spec.podSets().getFirst().count() == 1;
    if (!two) {
      faults.addAll(Unmet.onePodSet(spec, "lws", "job, jobset"));
    }
    return faults;
  }
}
