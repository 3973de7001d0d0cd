package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.TreeMap;

/// Server-side apply by one manager that forces: objects are merged, lists and values are its own.
final class Applied {
  private Applied() {}

  static Tree over(Tree before, Tree applied) {
    TreeMap<String, Object> merged = new TreeMap<>(before.fields());
    applied
        .fields()
        .forEach(
            (name, value) ->
                merged.merge(
                    name,
                    value,
                    (old, next) ->
                        old instanceof Tree left && next instanceof Tree right
                            ? over(left, right)
                            : next));
    return new Tree(merged);
  }
}
