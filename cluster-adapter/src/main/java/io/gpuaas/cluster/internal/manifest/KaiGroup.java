package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import java.util.List;

/// A PodGroup of KAI that is ours, so that its own pod grouper stays out; each of several pod sets
/// is a sub-group of it, with its own wish of topology. KAI also shares devices: by annotation, and
/// then the container must not ask for a GPU.
record KaiGroup() implements Gang {
  private static final String QUEUE = "kai.scheduler/queue";
  private static final String SUB_GROUP = "kai.scheduler/subgroup-name";

  @Override
  public List<Manifest> before(RunShape shape) {
    Tree spec =
        Tree.of(
                "queue", queue(shape),
                "priorityClassName", shape.priorityClass(),
                "preemptibility",
                    shape.command().spec().preemptible() ? "preemptible" : "non-preemptible")
            .merge(members(shape));
    return List.of(
        Manifest.create(Kinds.KAI_GROUP, shape.metadata(shape.name()), Tree.of("spec", spec)));
  }

  /// All pods of all sub-groups, or none.
  private static Tree members(RunShape shape) {
    SiteTopology topology = shape.site().topology();
    if (shape.groups().size() == 1) {
      Group only = shape.groups().getFirst();
      return Tree.of(
          "minMember", shape.pods(), "topologyConstraint", constraint(topology, only.podSet()));
    }
    List<Tree> subGroups =
        shape.groups().stream()
            .map(
                group ->
                    Tree.of(
                        "name", group.podSet().name(),
                        "minMember", group.count(),
                        "topologyConstraint", constraint(topology, group.podSet())))
            .toList();
    return Tree.of("minSubGroup", subGroups.size(), "subGroups", subGroups);
  }

  private static Tree constraint(SiteTopology topology, PodSet podSet) {
    TopologyRequest wish = topology.wish(podSet);
    if (wish == null) {
      return Tree.EMPTY;
    }
    boolean required = wish.mode() == TopologyRequest.Mode.REQUIRED;
    return Tree.of(
        "topology",
        topology.name(),
        required ? "requiredTopologyLevel" : "preferredTopologyLevel",
        wish.level());
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
    Tree labels = Tree.of(QUEUE, queue(shape));
    Tree named =
        shape.groups().size() == 1 ? labels : labels.with(SUB_GROUP, group.podSet().name());
    Tree metadata = Tree.of("labels", named, "annotations", annotations);
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
