package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The operations of RFC 6902 that we send: test, add, replace, remove. All hold or none.
final class JsonPatch {
  private final List<Tree> operations;
  private boolean failed;

  JsonPatch(List<Tree> operations) {
    this.operations = List.copyOf(operations);
  }

  boolean failed() {
    return failed;
  }

  /// The object with all operations done; as it was when one of them fails.
  Tree apply(Tree object) {
    failed = false;
    Tree result = object;
    for (Tree operation : operations) {
      List<String> path =
          Stream.of(operation.text("path").substring(1).split("/", -1))
              .map(part -> part.replace("~1", "/").replace("~0", "~"))
              .toList();
      if (operation.text("op").equals("test")) {
        failed |= !Objects.equals(at(result, path), operation.value("value"));
      } else {
        Object changed = changed(result, path, operation);
        failed |= changed == null;
        result = changed instanceof Tree tree ? tree : result;
      }
    }
    return failed ? object : result;
  }

  private static @Nullable Object at(@Nullable Object here, List<String> path) {
    Object value = here;
    for (String part : path) {
      value =
          switch (value) {
            case Tree tree -> tree.value(part);
            case List<?> list when Integer.parseInt(part) < list.size() ->
                list.get(Integer.parseInt(part));
            case null, default -> null;
          };
    }
    return value;
  }

  /// `here` with the operation done at the path below it; null when there is no such place.
  private static @Nullable Object changed(
      @Nullable Object here, List<String> path, Tree operation) {
    String part = path.getFirst();
    boolean last = path.size() == 1;
    boolean removes = operation.text("op").equals("remove");
    Object inner = last ? operation.value("value") : below(here, path, operation);
    if (inner == null && !(last && removes)) {
      return null;
    }
    if (here instanceof Tree tree) {
      return last && removes ? tree.without(part) : tree.with(part, Objects.requireNonNull(inner));
    }
    if (here instanceof List<?> list && Integer.parseInt(part) < list.size()) {
      List<Object> copy = new ArrayList<>(list);
      if (last && removes) {
        copy.remove(Integer.parseInt(part));
      } else {
        copy.set(Integer.parseInt(part), Objects.requireNonNull(inner));
      }
      return copy;
    }
    return null;
  }

  private static @Nullable Object below(@Nullable Object here, List<String> path, Tree operation) {
    return changed(at(here, path.subList(0, 1)), path.subList(1, path.size()), operation);
  }
}
