package io.gpuaas.simulator.internal.edge;

import java.util.List;
import java.util.Objects;

/// Looks into documents of Kubernetes: what is not there is nothing.
final class KubeTree {
  static final Tree NOTHING = new Tree.Scalar("", Tree.Kind.NULL);

  private KubeTree() {}

  static Tree at(Tree tree, String... path) {
    Tree here = tree;
    for (String name : path) {
      here =
          here instanceof Tree.Fields(var fields)
              ? Objects.requireNonNullElse(fields.get(name), NOTHING)
              : NOTHING;
    }
    return here;
  }

  /// The first that is there: newer versions of an interface rename fields.
  static Tree either(Tree tree, String newer, String older) {
    Tree found = at(tree, newer);
    return isNothing(found) ? at(tree, older) : found;
  }

  static boolean isNothing(Tree tree) {
    return tree instanceof Tree.Scalar(_, Tree.Kind kind) && kind == Tree.Kind.NULL;
  }

  /// Empty when it is not there.
  static String text(Tree tree, String... path) {
    return at(tree, path) instanceof Tree.Scalar(String text, _) ? text : "";
  }

  static String text(String otherwise, Tree tree, String field) {
    String text = text(tree, field);
    return text.isEmpty() ? otherwise : text;
  }

  static List<Tree> items(Tree tree, String... path) {
    return at(tree, path) instanceof Tree.Items(List<Tree> items) ? items : List.of();
  }

  /// Whether the object's condition of this type is true.
  static boolean holds(Tree object, String type) {
    return items(object, "status", "conditions").stream()
        .anyMatch(it -> text(it, "type").equals(type) && text(it, "status").equals("True"));
  }

  /// Since when the condition is as it is; empty when there is none.
  static String since(Tree object, String type) {
    return items(object, "status", "conditions").stream()
        .filter(it -> text(it, "type").equals(type))
        .map(it -> text(it, "lastTransitionTime"))
        .findFirst()
        .orElse("");
  }
}
