package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import java.util.List;

/// A run as a PyTorchJob of the old training operator: rank 0 is the master, and sits on the first
/// node; the others are workers on the rest.
final class PyTorchObjects implements Form {
  private static final String CONTAINER = "pytorch";

  @Override
  public Manifest.Kind kind() {
    return Kinds.PYTORCH_JOB;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    List<Group> parts = parts(shape);
    Tree replicas = Tree.of("Master", replica(shape, parts.getFirst(), gang, 0));
    if (parts.size() > 1) {
      int first = shape.groups().size() == 1 ? 1 : 0;
      replicas = replicas.with("Worker", replica(shape, parts.getLast(), gang, first));
    }
    Tree spec =
        Tree.of(
            "nprocPerNode", Long.toString(Rendezvous.slots(shape.groups().getLast())),
            "runPolicy", policy(shape),
            "pytorchReplicaSpecs", replicas);
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    return List.of(Manifest.create(Kinds.PYTORCH_JOB, metadata, Tree.of("spec", spec)));
  }

  /// Master and workers: two pod sets, or the first pod of one and the rest of it.
  private static List<Group> parts(RunShape shape) {
    Group first = shape.groups().getFirst();
    if (shape.groups().size() > 1 || first.count() == 1) {
      return shape.groups();
    }
    List<String> nodes = first.nodes();
    List<String> rest = nodes.isEmpty() ? nodes : nodes.subList(1, nodes.size());
    return List.of(
        new Group(first.podSet(), 1, nodes.isEmpty() ? nodes : nodes.subList(0, 1)),
        new Group(first.podSet(), first.count() - 1, rest));
  }

  private static Tree policy(RunShape shape) {
    long deadline = JobObjects.deadlineSeconds(shape);
    Tree gang = Tree.of("minAvailable", shape.pods(), "priorityClass", shape.priorityClass());
    Tree policy =
        Tree.of(
            "suspend",
            true,
            "cleanPodPolicy",
            "Running",
            "backoffLimit",
            0,
            "schedulingPolicy",
            gang);
    return deadline > 0 ? policy.with("activeDeadlineSeconds", deadline) : policy;
  }

  /// The operator sets the rendezvous itself.
  ///
  /// @param first place in its pod set of the first of these pods
  private static Tree replica(RunShape shape, Group group, Gang gang, int first) {
    Role role = new Role(CONTAINER, Pinning.EACH_POD, null);
    Tree template = gang.onTemplate(shape, group, new PodTemplates(shape).template(group, role));
    Tree spec = template.tree("spec").without("restartPolicy", "subdomain");
    Tree label = Tree.of("labels", Tree.of(RunShape.FIRST_RANK, Integer.toString(first)));
    return Tree.of(
        "replicas", group.count(),
        "restartPolicy", "Never",
        "template", template.with("spec", spec).merge(Tree.of("metadata", label)));
  }

  @Override
  public MainState state(Tree job) {
    if (job.isTrue("Succeeded")) {
      return new MainState.Succeeded(job.condition("Succeeded").text("lastTransitionTime"));
    }
    if (job.isTrue("Failed")) {
      return MainState.Failed.of(job.condition("Failed"));
    }
    return job.flag("spec", "runPolicy", "suspend")
        ? new MainState.Suspended()
        : new MainState.Active();
  }

  @Override
  public List<String> suspendPath() {
    return List.of("spec", "runPolicy", "suspend");
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    boolean two = spec.podSets().size() == 2 && spec.podSets().getFirst().count() == 1;
    return two ? List.of() : Unmet.onePodSet(spec, "pytorchjob", "job, jobset");
  }
}
