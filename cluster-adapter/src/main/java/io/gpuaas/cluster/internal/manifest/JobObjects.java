package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import java.util.ArrayList;
import java.util.List;

/// A run as indexed Jobs, one for each pod set. They are made suspended and released when all
/// around them is there. A lost pod ends the whole attempt: the next one is a run of its own.
final class JobObjects implements Form {
  private static final long DEADLINE_MARGIN_SECONDS = 900;

  /// The Job of a pod set; the only one has the run's name.
  static String nameOf(RunShape shape, Group group) {
    int index = shape.groups().indexOf(group);
    return shape.groups().size() == 1 ? shape.name() : shape.name() + "-" + index;
  }

  /// Name under which the other pods reach the pod with this index.
  static String podHost(RunShape shape, Group group, int index) {
    return "%s-%d.%s".formatted(nameOf(shape, group), index, shape.name());
  }

  @Override
  public Manifest.Kind kind() {
    return Kinds.JOB;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    List<Manifest> jobs = new ArrayList<>();
    for (Group group : shape.groups()) {
      Tree spec = Tree.of("spec", spec(shape, group, gang, "main"));
      Tree metadata = shape.mainMetadata(nameOf(shape, group)).merge(gang.onMain(shape));
      jobs.add(Manifest.create(Kinds.JOB, metadata, spec));
    }
    return jobs;
  }

  /// Spec of an indexed Job for one pod set, whoever owns the Job.
  static Tree spec(RunShape shape, Group group, Gang gang, String container) {
    Tree template = new PodTemplates(shape).template(group, container, gang.pinning());
    long longest = PodTemplates.maxRuntimeSeconds(shape);
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
    long deadline = longest + shape.command().spec().graceSeconds() + DEADLINE_MARGIN_SECONDS;
    return longest > 0 ? spec.with("activeDeadlineSeconds", deadline) : spec;
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

  /// Any Pinning works: pods of a Job can be told one by one.
  @Override
  public Pinning bestPinning() {
    return Pinning.EACH_POD;
  }
}
