package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.List;

/// Conditions and other parts of an object's status.
final class Status {
  private Status() {}

  /// With a condition; its time is that of its last change.
  static Tree withCondition(Tree object, String type, String status, String reason) {
    return withCondition(object, type, status, reason, "");
  }

  static Tree withCondition(
      Tree object, String type, String status, String reason, String message) {
    if (object.condition(type).text("status").equals(status)) {
      return object;
    }
    List<Tree> conditions = new ArrayList<>();
    for (Tree condition : object.trees("status", "conditions")) {
      if (!condition.text("type").equals(type)) {
        conditions.add(condition);
      }
    }
    conditions.add(
        Tree.of(
            "type", type,
            "status", status,
            "reason", reason,
            "message", message,
            "lastTransitionTime", ObjectStore.now().toString()));
    return object.withAt(List.of("status", "conditions"), conditions);
  }

  static Tree with(Tree object, String field, Object value) {
    return object.withAt(List.of("status", field), value);
  }
}
