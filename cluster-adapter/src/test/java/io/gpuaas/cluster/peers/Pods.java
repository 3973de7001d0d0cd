package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;

/// Pods that controllers make and count.
final class Pods {
  private Pods() {}

  /// Makes a pod of a template unless it is there.
  ///
  /// @param labels that the controller adds
  static void make(ClusterObjects store, Tree owner, String name, Tree template, Tree labels) {
    Tree reference =
        Tree.of(
            "apiVersion", owner.text("apiVersion"),
            "kind", owner.text("kind"),
            "name", owner.text("metadata", "name"),
            "uid", owner.text("metadata", "uid"),
            "controller", true);
    Tree metadata =
        template
            .tree("metadata")
            .merge(Tree.of("labels", labels))
            .with("name", name)
            .with("namespace", owner.text("metadata", "namespace"))
            .with("ownerReferences", List.of(reference));
    Tree status = Tree.of("phase", "Pending");
    var _ =
        store.create(
            "/pods",
            Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "metadata",
                metadata,
                "spec",
                template.tree("spec"),
                "status",
                status));
  }

  static List<Tree> of(ClusterObjects store, Tree owner) {
    return store.ownedBy(owner).stream()
        .filter(key -> key.resource().equals("/pods"))
        .map(store::find)
        .filter(pod -> pod != null)
        .toList();
  }

  static long count(List<Tree> pods, String phase) {
    return pods.stream().filter(pod -> pod.text("status", "phase").equals(phase)).count();
  }

  static boolean isReady(Tree pod) {
    return pod.isTrue("Ready");
  }

  /// Ends pods that have not ended.
  static void stop(ClusterObjects store, List<Tree> pods) {
    for (Tree pod : pods) {
      boolean over = List.of("Succeeded", "Failed").contains(pod.text("status", "phase"));
      if (!over) {
        store.delete(ObjectKey.of("/pods", pod));
      }
    }
  }
}
