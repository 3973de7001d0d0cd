package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import java.util.ArrayList;
import java.util.List;

/// A run as indexed Jobs, one for each pod set. They are made suspended and released when all
/// around them is there. A lost pod ends the whole attempt: the next one is a run of its own.
final class JobObjects implements Form {
  static final String COMPLETION_INDEX = "annotations['batch.kubernetes.io/job-completion-index']";
  private static final String CONTAINER = "main";
  private static final long DEADLINE_MARGIN_SECONDS = 900;

  /// The Job of a pod set; the only one has the run's name.
  static String nameOf(RunShape shape, Group group) {
    int index = shape.groups().indexOf(group);
    return shape.groups().size() == 1 ? shape.name() : shape.name() + "-" + index;
  }

  /// Pods of an indexed Job are called after it and their index.
  @Override
  public Rendezvous rendezvous(RunShape shape, Group group) {
    String job = nameOf(shape, group);
    return Rendezvous.of(
        group, index -> "%s-%d.%s".formatted(job, index, shape.name()), COMPLETION_INDEX);
  }

  @Override
  public Manifest.Kind kind() {
    return Kinds.JOB;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    List<Manifest> jobs = new ArrayList<>();
    for (Group group : shape.groups()) {
      Role role = new Role(CONTAINER, gang.pinning(), rendezvous(shape, group));
      Tree spec = Tree.of("spec", spec(shape, group, gang, role));
      Tree metadata = shape.mainMetadata(nameOf(shape, group)).merge(gang.onMain(shape));
      jobs.add(Manifest.create(Kinds.JOB, metadata, spec));
    }
    return jobs;
  }

  /// Spec of an indexed Job for one pod set, whoever owns the Job.
  static Tree spec(RunShape shape, Group group, Gang gang, Role role) {
    Tree template = new PodTemplates(shape).template(group, role);
    long deadline = deadlineSeconds(shape);
    Tree spec =
        Tree.of(
            "suspend",
            true,
            "completionMode",
            "Indexed",
            "completions",
            group.count(),
            "parallelism",
            group.count(),
            "backoffLimit",
            0,
            "podReplacementPolicy",
            "Failed",
            "podFailurePolicy",
            Tree.of("rules", List.of(disruptionEndsIt())),
            "template",
            gang.onTemplate(shape, group, template));
    return deadline > 0 ? spec.with("activeDeadlineSeconds", deadline) : spec;
  }

  /// A net below us: should nobody stop the run in time, the cluster does. 0 for none.
  static long deadlineSeconds(RunShape shape) {
    long longest = PodTemplates.maxRuntimeSeconds(shape);
    return longest == 0
        ? 0
        : longest + shape.command().spec().graceSeconds() + DEADLINE_MARGIN_SECONDS;
  }

  /// So that a disruption can be told from a failure of the program.
  private static Tree disruptionEndsIt() {
    Tree condition = Tree.of("type", "DisruptionTarget", "status", "True");
    return Tree.of("action", "FailJob", "onPodConditions", List.of(condition));
  }

  @Override
  public MainState state(Tree job) {
    if (job.isTrue("Complete")) {
      return new MainState.Succeeded(job.condition("Complete").text("lastTransitionTime"));
    }
    if (job.isTrue("Failed")) {
      return MainState.Failed.of(job.condition("Failed"));
    }
    return job.flag("spec", "suspend") ? new MainState.Suspended() : new MainState.Active();
  }

  @Override
  public List<String> suspendPath() {
    return List.of("spec", "suspend");
  }
}
