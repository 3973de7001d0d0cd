package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import java.util.List;

/// Gangs of kube-scheduler itself (KEP-4671), as of Kubernetes 1.37: a Workload, a PodGroup that
/// names it, and pods that name the group.
record NativeGroup() implements Gang {
  private static final String TEMPLATE = "pods";

  private static String nameOf(RunShape shape) {
    return shape.name() + "-" + TEMPLATE;
  }

  @Override
  public List<Manifest> before(RunShape shape) {
    Tree policy = Tree.of("gang", Tree.of("minCount", shape.pods()));
    Tree template =
        Tree.of(
            "name", TEMPLATE,
            "schedulingPolicy", policy,
            "priorityClassName", shape.priorityClass());
    Tree workload =
        Tree.of(
            "controllerRef", Tree.of("apiGroup", "batch", "kind", "Job", "name", shape.name()),
            "podGroupTemplates", List.of(template));
    Tree group =
        Tree.of(
            "workloadRef",
            Tree.of("workloadName", shape.name(), "templateName", TEMPLATE),
            "schedulingPolicy",
            policy,
            "priorityClassName",
            shape.priorityClass());
    return List.of(
        Manifest.create(
            Kinds.NATIVE_WORKLOAD, shape.metadata(shape.name()), Tree.of("spec", workload)),
        Manifest.create(Kinds.NATIVE_GROUP, shape.metadata(nameOf(shape)), Tree.of("spec", group)));
  }

  @Override
  public List<Manifest.Kind> kinds() {
    return List.of(Kinds.NATIVE_GROUP, Kinds.NATIVE_WORKLOAD);
  }

  @Override
  public Tree onTemplate(RunShape shape, Group group, Tree template) {
    Tree membership = Tree.of("podGroupName", nameOf(shape));
    return template.merge(Tree.of("spec", Tree.of("schedulingGroup", membership)));
  }
}
