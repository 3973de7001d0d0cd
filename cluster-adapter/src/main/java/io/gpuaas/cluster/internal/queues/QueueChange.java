package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.QueueObjects.Difference;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a write would change of an object, field by field. Fields that the cluster keeps itself are
/// no changes of ours.
public final class QueueChange {
  private static final List<String> OWN_FIELDS = List.of("status", "kind", "apiVersion");
  private static final List<String> OF_METADATA = List.of("labels", "annotations");

  private QueueChange() {}

  /// Places in which two states of an object differ, in the order of their names.
  ///
  /// @param before null when it is not there
  public static List<Difference> between(@Nullable Tree before, Tree after) {
    List<Difference> differences = new ArrayList<>();
    compare("", before == null ? Tree.EMPTY : kept(before), kept(after), differences);
    return differences;
  }

  private static Tree kept(Tree object) {
    Tree metadata = object.tree("metadata");
    Tree kept = Tree.EMPTY;
    for (String field : OF_METADATA) {
      kept = metadata.has(field) ? kept.with(field, metadata.tree(field)) : kept;
    }
    Tree rest = object.without(OWN_FIELDS.toArray(String[]::new)).without("metadata");
    return kept.fields().isEmpty() ? rest : rest.with("metadata", kept);
  }

  private static void compare(
      String at, @Nullable Object before, @Nullable Object after, List<Difference> into) {
    if (before instanceof Tree one && after instanceof Tree other) {
      TreeSet<String> names = new TreeSet<>(one.fields().keySet());
      names.addAll(other.fields().keySet());
      names.forEach(name -> compare(Fault.at(at, name), one.value(name), other.value(name), into));
    } else if (before instanceof List<?> one && after instanceof List<?> other) {
      for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
        compare(Fault.at(at, i), element(one, i), element(other, i), into);
      }
    } else if (!Objects.equals(text(before), text(after))) {
      into.add(new Difference(at, text(before), text(after)));
    }
  }

  private static @Nullable Object element(List<?> list, int i) {
    return i < list.size() ? list.get(i) : null;
  }

  private static @Nullable String text(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Tree tree -> tree.plain().toString();
      default -> value.toString();
    };
  }
}
