package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
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
    Group all = shape.groups().getFirst();
    List<String> nodes = all.nodes();
    Group master = new Group(all.podSet(), 1, nodes.isEmpty() ? nodes : nodes.subList(0, 1));
    Tree replicas = Tree.of("Master", replica(shape, master, gang));
    if (all.count() > 1) {
      List<String> rest = nodes.isEmpty() ? nodes : nodes.subList(1, nodes.size());
      Group workers = new Group(all.podSet(), all.count() - 1, rest);
      replicas = replicas.with("Worker", replica(shape, workers, gang));
    }
    Tree policy =
        Tree.of(
            "suspend",
            true,
            "cleanPodPolicy",
            "Running",
            "backoffLimit",
            0,
            "schedulingPolicy",
            Tree.of("minAvailable", all.count()));
    Tree spec = Tree.of("runPolicy", policy, "pytorchReplicaSpecs", replicas);
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    return List.of(Manifest.create(Kinds.PYTORCH_JOB, metadata, Tree.of("spec", spec)));
  }

  /// The operator sets the rendezvous itself.
  private static Tree replica(RunShape shape, Group group, Gang gang) {
    Tree template =
        gang.onTemplate(
            shape, group, new PodTemplates(shape).template(group, CONTAINER, Pinning.NODE_SET));
    Tree spec = template.tree("spec").without("restartPolicy");
    return Tree.of(
        "replicas", group.count(),
        "restartPolicy", "Never",
        "template", template.with("spec", spec.without("subdomain")));
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
  public Pinning bestPinning() {
    return Pinning.NODE_SET;
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    return Unmet.onePodSet(spec, "pytorchjob", "job, jobset");
  }
}
