package io.gpuaas.cluster.internal.manifest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A JSON object: fields in name order, so equal trees are written as equal bytes.
///
/// Values are texts, numbers, booleans, lists and trees. What is absent reads as empty: an object
/// of a cluster may lack any field.
public record Tree(SortedMap<String, Object> fields) {
  public static final Tree EMPTY = new Tree(Collections.emptySortedMap());

  public Tree {
    fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
  }

  /// Names and values in turn. Null and empty lists, trees and texts are left out.
  public static Tree of(@Nullable Object... namesAndValues) {
    TreeMap<String, Object> fields = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null && !isEmpty(value)) {
        fields.put(String.valueOf(namesAndValues[i]), value);
      }
    }
    return new Tree(fields);
  }

  /// A tree of texts, for labels and the like.
  public static Tree texts(SortedMap<String, String> texts) {
    return new Tree(new TreeMap<>(texts));
  }

  /// The same as plain maps and lists, read from a parser.
  public static Tree read(Map<?, ?> plain) {
    TreeMap<String, Object> fields = new TreeMap<>();
    plain.forEach(
        (name, value) -> {
          if (value != null) {
            fields.put(String.valueOf(name), readValue(value));
          }
        });
    return new Tree(fields);
  }

  private static Object readValue(Object value) {
    return switch (value) {
      case Map<?, ?> map -> read(map);
      case List<?> list -> list.stream().map(Tree::readValue).toList();
      default -> value;
    };
  }

  /// The same as maps and lists, for a writer.
  public SortedMap<String, Object> plain() {
    TreeMap<String, Object> plain = new TreeMap<>();
    fields.forEach((name, value) -> plain.put(name, plainValue(value)));
    return plain;
  }

  private static Object plainValue(Object value) {
    return switch (value) {
      case Tree tree -> tree.plain();
      case List<?> list -> list.stream().map(Tree::plainValue).toList();
      default -> value;
    };
  }

  private static boolean isEmpty(Object value) {
    return switch (value) {
      case Tree tree -> tree.fields().isEmpty();
      case List<?> list -> list.isEmpty();
      case String text -> text.isEmpty();
      default -> false;
    };
  }

  /// With one field more, or another value of it.
  public Tree with(String name, Object value) {
    TreeMap<String, Object> copy = new TreeMap<>(fields);
    copy.put(name, value);
    return new Tree(copy);
  }

  public Tree without(String... names) {
    TreeMap<String, Object> copy = new TreeMap<>(fields);
    for (String name : names) {
      copy.remove(name);
    }
    return new Tree(copy);
  }

  /// With the fields of `other`; trees on both sides are merged, lists are joined.
  public Tree merge(Tree other) {
    TreeMap<String, Object> copy = new TreeMap<>(fields);
    other.fields.forEach((name, value) -> copy.merge(name, value, Tree::mergeValues));
    return new Tree(copy);
  }

  private static Object mergeValues(Object one, Object two) {
    if (one instanceof Tree left && two instanceof Tree right) {
      return left.merge(right);
    }
    if (one instanceof List<?> left && two instanceof List<?> right) {
      List<Object> joined = new ArrayList<>(left);
      joined.addAll(right);
      return List.copyOf(joined);
    }
    return two;
  }

  /// With `value` at the end of `path`; trees on the way are made.
  public Tree withAt(List<String> path, Object value) {
    String first = path.getFirst();
    return path.size() == 1
        ? with(first, value)
        : with(first, tree(first).withAt(path.subList(1, path.size()), value));
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  public @Nullable Object value(String name) {
    return fields.get(name);
  }

  public Tree tree(String... path) {
    Tree here = this;
    for (String name : path) {
      here = here.fields.get(name) instanceof Tree next ? next : EMPTY;
    }
    return here;
  }

  public String text(String... path) {
    Object value = last(path);
    return value == null ? "" : value.toString();
  }

  public long number(String... path) {
    return last(path) instanceof Number number ? number.longValue() : 0;
  }

  public boolean flag(String... path) {
    return Boolean.TRUE.equals(last(path));
  }

  /// The trees of a list; other entries are left out.
  public List<Tree> trees(String... path) {
    List<Tree> trees = new ArrayList<>();
    if (last(path) instanceof List<?> list) {
      for (Object entry : list) {
        if (entry instanceof Tree tree) {
          trees.add(tree);
        }
      }
    }
    return List.copyOf(trees);
  }

  /// The entries of a list of plain values.
  public List<String> words(String... path) {
    return last(path) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  private @Nullable Object last(String... path) {
    Tree here = this;
    for (int i = 0; i < path.length - 1; i++) {
      here = here.tree(path[i]);
    }
    return here.fields.get(path[path.length - 1]);
  }

  /// The entry of `status.conditions` with this type; empty when there is none.
  public Tree condition(String type) {
    for (Tree condition : trees("status", "conditions")) {
      if (condition.text("type").equals(type)) {
        return condition;
      }
    }
    return EMPTY;
  }

  /// Whether the condition is there and true.
  public boolean isTrue(String conditionType) {
    return condition(conditionType).text("status").equals("True");
  }
}
