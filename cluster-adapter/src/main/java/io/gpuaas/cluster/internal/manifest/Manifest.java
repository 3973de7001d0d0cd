package io.gpuaas.cluster.internal.manifest;

/// A Kubernetes object to be made.
///
/// @param write how it comes to be
public record Manifest(Tree tree, Write write) {

  /// How an object is written.
  public enum Write {
    /// Posted once. Other controllers own fields of it, so it is patched narrowly afterwards.
    CREATE,
    /// Server-side apply by our field manager: it is wholly ours.
    APPLY
  }

  /// Which kind of object, for the address of its resource.
  ///
  /// @param group empty for the core group
  public record Kind(String group, String version, String kind, String plural) {
    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }

    /// Group and kind: kinds of equal names are told apart by it.
    public String name() {
      return group.isEmpty() ? kind : group + "/" + kind;
    }
  }

  public static Manifest create(Kind kind, Tree metadata, Tree rest) {
    return new Manifest(object(kind, metadata, rest), Write.CREATE);
  }

  public static Manifest apply(Kind kind, Tree metadata, Tree rest) {
    return new Manifest(object(kind, metadata, rest), Write.APPLY);
  }

  private static Tree object(Kind kind, Tree metadata, Tree rest) {
    return Tree.of("apiVersion", kind.apiVersion(), "kind", kind.kind(), "metadata", metadata)
        .merge(rest);
  }

  public String name() {
    return tree.text("metadata", "name");
  }

  public String namespace() {
    return tree.text("metadata", "namespace");
  }
}
