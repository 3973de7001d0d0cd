package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.Comparator;

/// Where an object is found.
///
/// @param resource group and plural, as `batch/jobs`; `/pods` of the core group
/// @param namespace empty when it has none
record ObjectKey(String resource, String namespace, String name) implements Comparable<ObjectKey> {
  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::resource)
          .thenComparing(ObjectKey::namespace)
          .thenComparing(ObjectKey::name);

  static ObjectKey of(String resource, Tree object) {
    return new ObjectKey(
        resource, object.text("metadata", "namespace"), object.text("metadata", "name"));
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }
}
