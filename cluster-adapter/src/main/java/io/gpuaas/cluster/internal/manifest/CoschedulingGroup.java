package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import java.util.List;

/// The Coscheduling plug-in of scheduler-plugins. It counts pods that are there, gated or not, so
/// our gates are opened once all of them are.
record CoschedulingGroup() implements Gang {
  private static final String LABEL = "scheduling.x-k8s.io/pod-group";

  /// Its controller counts members by label over all namespaces, so the name has the project in it.
  private static String nameOf(RunShape shape) {
    return shape.name();
  }

  @Override
  public List<Manifest> before(RunShape shape) {
    Tree spec = Tree.of("minMember", shape.pods(), "scheduleTimeoutSeconds", 120);
    return List.of(
        Manifest.create(
            Kinds.COSCHEDULING_GROUP, shape.metadata(nameOf(shape)), Tree.of("spec", spec)));
  }

  @Override
  public List<Manifest.Kind> kinds() {
    return List.of(Kinds.COSCHEDULING_GROUP);
  }

  @Override
  public Tree onTemplate(RunShape shape, Group group, Tree template) {
    return template.merge(Tree.of("metadata", Tree.of("labels", Tree.of(LABEL, nameOf(shape)))));
  }
}
