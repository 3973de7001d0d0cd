package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;
import java.util.TreeMap;

/// Server-side apply, coarsely: objects are merged, lists and values are the writer's. An object
/// belongs to who made it; another who does not force may add to it, but not change it.
final class Applied {
  private static final List<String> MANAGED = List.of("metadata", "managedFields");

  private Applied() {}

  static Tree by(String manager, Tree object) {
    return object.withAt(MANAGED, List.of(Tree.of("manager", manager)));
  }

  static String manager(Tree object) {
    return object.trees("metadata", "managedFields").stream()
        .map(it -> it.text("manager"))
        .findFirst()
        .orElse("");
  }

  static boolean isOthers(Tree before, Tree applied) {
    boolean other = !manager(before).equals(manager(applied));
    return other && overwrites(before.tree("spec"), applied.tree("spec"));
  }

  private static boolean overwrites(Tree before, Tree applied) {
    return applied.fields().entrySet().stream()
        .anyMatch(
            it -> {
              Object old = before.value(it.getKey());
              if (old instanceof Tree left && it.getValue() instanceof Tree right) {
                return overwrites(left, right);
              }
              return old != null && !old.equals(it.getValue());
            });
  }

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
