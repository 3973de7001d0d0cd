package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.DeviceShare;
import java.util.List;

/// A PodGroup of KAI that is ours, so that its own pod grouper stays out. KAI also shares devices:
/// by annotation, and then the container must not ask for a GPU.
record KaiGroup() implements Gang {
  private static final String QUEUE = "kai.scheduler/queue";

  @Override
  public List<Manifest> before(RunShape shape) {
    Tree spec =
        Tree.of(
            "queue", queue(shape),
            "minMember", shape.pods(),
            "priorityClassName", shape.priorityClass(),
            "preemptibility",
                shape.command().spec().preemptible() ? "preemptible" : "non-preemptible");
    return List.of(
        Manifest.create(Kinds.KAI_GROUP, shape.metadata(shape.name()), Tree.of("spec", spec)));
  }

  private static String queue(RunShape shape) {
    return shape.site().queueOf(shape.command().project());
  }

  @Override
  public Tree onMain(RunShape shape) {
    return Tree.of(
        "labels", Tree.of(QUEUE, queue(shape)),
        "annotations", Tree.of("kai.scheduler/skip-podgrouper", "true"));
  }

  @Override
  public List<Manifest.Kind> kinds() {
    return List.of(Kinds.KAI_GROUP);
  }

  @Override
  public Tree onTemplate(RunShape shape, Group group, Tree template) {
    Tree annotations = Tree.of("pod-group-name", shape.name()).merge(share(group));
    Tree metadata = Tree.of("labels", Tree.of(QUEUE, queue(shape)), "annotations", annotations);
    return template.merge(
        Tree.of("metadata", metadata, "spec", Tree.of("schedulerName", "kai-scheduler")));
  }

  /// MiB rounded up: a request is never made smaller than it was.
  private static Tree share(Group group) {
    DeviceShare device = group.podSet().device();
    if (device.milliGpu() > 0) {
      return Tree.of(
          "gpu-fraction",
          java.math.BigDecimal.valueOf(device.milliGpu(), 3).stripTrailingZeros().toPlainString());
    }
    long mebibytes = Math.ceilDiv(device.memoryBytes(), 1L << 20);
    return device.memoryBytes() > 0 ? Tree.of("gpu-memory", Long.toString(mebibytes)) : Tree.EMPTY;
  }
}
