package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.PodTemplates;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.List;

/// Tells a gated pod its node and opens the gate, in one patch.
final class Ungating {
  private static final String HOST = "/spec/nodeSelector";

  private Ungating() {}

  static Action.Patch patch(PodFacts pod, String node) {
    String gate = "/spec/schedulingGates/" + pod.gateAt();
    List<Tree> operations = new ArrayList<>();
    operations.add(RunReconciler.operation("test", "/metadata/uid", pod.uid()));
    operations.add(RunReconciler.operation("test", gate + "/name", PodTemplates.GATE));
    // A pod that has an affinity already may only be narrowed by labels.
    operations.add(
        pod.hasAffinity()
            ? RunReconciler.operation("add", HOST, Tree.of("kubernetes.io/hostname", node))
            : RunReconciler.operation(
                "add", "/spec/affinity", PodTemplates.onNodes(List.of(node))));
    operations.add(Tree.of("op", "remove", "path", gate));
    return new Action.Patch(Kinds.POD, pod.namespace(), pod.name(), operations);
  }
}
