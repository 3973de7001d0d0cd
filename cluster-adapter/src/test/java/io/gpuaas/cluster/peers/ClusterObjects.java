package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What a controller sees of a cluster's objects, and does to them.
interface ClusterObjects {
  /// Null when there is none.
  @Nullable Tree find(ObjectKey key);

  /// Of all namespaces where `namespace` is empty.
  List<Tree> list(String resource, String namespace);

  default List<Tree> list(String resource) {
    return list(resource, "");
  }

  /// False when an object of this name is there.
  boolean create(String resource, Tree object);

  /// Changes an object that is there; nothing happens when it stays equal.
  void change(ObjectKey key, UnaryOperator<Tree> change);

  /// Begins to delete.
  void delete(ObjectKey key);

  /// Objects that name `owner` as theirs.
  List<ObjectKey> ownedBy(Tree owner);
}
