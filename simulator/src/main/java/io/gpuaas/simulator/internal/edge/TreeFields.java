package io.gpuaas.simulator.internal.edge;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// An object of a document as it is put together; what is nothing is left out.
final class TreeFields {
  private final SequencedMap<String, Tree> fields = new LinkedHashMap<>();

  TreeFields put(String name, Tree value) {
    boolean empty = value instanceof Tree.Fields(var inner) && inner.isEmpty();
    if (!KubeTree.isNothing(value) && !empty) {
      fields.put(name, value);
    }
    return this;
  }

  TreeFields text(String name, String text) {
    return text(name, text, Tree.Kind.TEXT);
  }

  TreeFields text(String name, String text, Tree.Kind kind) {
    fields.put(name, new Tree.Scalar(text, kind));
    return this;
  }

  TreeFields list(String name, List<Tree> items) {
    if (!items.isEmpty()) {
      fields.put(name, new Tree.Items(items));
    }
    return this;
  }

  Tree done() {
    return new Tree.Fields(new LinkedHashMap<>(fields));
  }
}
