package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import java.util.List;

/// A run as a TrainJob of Kubeflow Trainer v2, over a runtime that is ours and has no wishes of its
/// own. Placement and all that the trainer has no field for go into a patch of that runtime.
final class TrainJobObjects implements Form {
  private static final String NODE = "node";
  private static final String MANAGER = RunShape.PREFIX + "placement";
  private static final List<String> ONLY_IN_RUNTIME =
      List.of(
          "restartPolicy",
          "schedulerName",
          "priorityClassName",
          "terminationGracePeriodSeconds",
          "automountServiceAccountToken",
          "enableServiceLinks",
          "securityContext");

  @Override
  public Manifest.Kind kind() {
    return Kinds.TRAIN_JOB;
  }

  /// Named after what it says, since a patch of a runtime has no place for these: jobs that differ
  /// in them use different runtimes, and a runtime never changes.
  private static String runtimeName(RunShape shape) {
    String content = RunShape.sha256(runtimePod(shape).toString());
    return shape.site().instance() + "-" + content.substring(0, 10);
  }

  private static Tree runtimePod(RunShape shape) {
    Group group = shape.groups().getFirst();
    Tree template = new PodTemplates(shape).template(group, role(shape, group, Pinning.NODE_SET));
    Tree from = template.tree("spec");
    Tree made = from.trees("containers").getFirst();
    Tree container =
        Tree.of(
            "name", NODE,
            "image", "gpuaas.io/replaced-by-the-job",
            "envFrom", made.value("envFrom"),
            "ports", made.value("ports"),
            "securityContext", made.value("securityContext"));
    Tree spec = Tree.of("containers", List.of(container));
    for (String field : ONLY_IN_RUNTIME) {
      Object value = from.value(field);
      spec = value == null ? spec : spec.with(field, value);
    }
    return spec;
  }

  private static Role role(RunShape shape, Group group, Pinning pinning) {
    return new Role(NODE, pinning, new TrainJobObjects().rendezvous(shape, group));
  }

  @Override
  public List<Manifest> before(RunShape shape) {
    Tree job =
        Tree.of(
            "metadata",
                Tree.of(
                    "labels", Tree.of("trainer.kubeflow.org/trainjob-ancestor-step", "trainer")),
            "spec", Tree.of("backoffLimit", 0, "template", Tree.of("spec", runtimePod(shape))));
    Tree spec =
        Tree.of(
            "mlPolicy", Tree.of("numNodes", 1),
            "template",
                Tree.of(
                    "spec",
                    Tree.of("replicatedJobs", List.of(Tree.of("name", NODE, "template", job)))));
    Tree metadata = Tree.of("name", runtimeName(shape), "labels", shape.site().ownLabels());
    return List.of(Manifest.apply(Kinds.TRAINING_RUNTIME, metadata, Tree.of("spec", spec)));
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    Group group = shape.groups().getFirst();
    Tree template =
        gang.onTemplate(
            shape,
            group,
            new PodTemplates(shape).template(group, role(shape, group, gang.pinning())));
    Tree container = template.tree("spec").trees("containers").getFirst();
    Tree trainer =
        Tree.of(
            "image", container.text("image"),
            "command", container.value("command"),
            "args", container.value("args"),
            "numNodes", group.count(),
            "resourcesPerNode", container.tree("resources"),
            "env", container.value("env"));
    Tree spec =
        Tree.of(
            "suspend",
            true,
            "runtimeRef",
            Tree.of(
                "apiGroup", Kinds.TRAINING_RUNTIME.group(),
                "kind", Kinds.TRAINING_RUNTIME.kind(),
                "name", runtimeName(shape)),
            "trainer",
            trainer,
            "runtimePatches",
            List.of(patch(template, container)));
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    return List.of(Manifest.create(Kinds.TRAIN_JOB, metadata, Tree.of("spec", spec)));
  }

  /// The trainer's JobSet has one replicated job, `node`, with one replica.
  @Override
  public Rendezvous rendezvous(RunShape shape, Group group) {
    return Rendezvous.of(
        group,
        index -> "%1$s-%2$s-0-%3$d.%1$s".formatted(shape.name(), NODE, index),
        JobObjects.COMPLETION_INDEX);
  }

  /// Only fields that a runtime patch knows.
  private static Tree patch(Tree template, Tree container) {
    Tree from = template.tree("spec");
    Tree podSpec =
        Tree.of(
            "affinity", from.value("affinity"),
            "nodeSelector", from.value("nodeSelector"),
            "schedulingGates", from.value("schedulingGates"),
            "tolerations", from.value("tolerations"),
            "volumes", from.value("volumes"),
            "containers",
                List.of(Tree.of("name", NODE, "volumeMounts", container.value("volumeMounts"))));
    Tree patched = Tree.of("metadata", template.tree("metadata"), "spec", podSpec);
    Tree replicated =
        Tree.of("name", NODE, "template", Tree.of("spec", Tree.of("template", patched)));
    return Tree.of(
        "manager",
        MANAGER,
        "trainingRuntimeSpec",
        Tree.of("template", Tree.of("spec", Tree.of("replicatedJobs", List.of(replicated)))));
  }

  @Override
  public MainState state(Tree trainJob) {
    if (trainJob.isTrue("Complete")) {
      return new MainState.Succeeded(trainJob.condition("Complete").text("lastTransitionTime"));
    }
    if (trainJob.isTrue("Failed")) {
      return MainState.Failed.of(trainJob.condition("Failed"));
    }
    return trainJob.flag("spec", "suspend") ? new MainState.Suspended() : new MainState.Active();
  }

  @Override
  public List<String> suspendPath() {
    return List.of("spec", "suspend");
  }

  @Override
  public boolean hasClaims() {
    return false;
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    return Unmet.onePodSet(spec, "trainjob", "job, jobset");
  }
}
