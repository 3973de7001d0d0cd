package io.gpuaas.api.internal.edge.manners;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Cuts lists that are in memory into pages.
@Component
public final class Lists {
  public static final int MOST = 200;

  private final Cursors cursors;

  Lists(Cursors cursors) {
    this.cursors = cursors;
  }

  /// The page of `all` that begins after the cursor.
  ///
  /// @param all in the order of `name`
  /// @param filter all that the list depends on besides the caller's rights
  public <T> Page<T> page(
      List<T> all,
      Function<T, String> name,
      String filter,
      @Nullable Integer limit,
      @Nullable String cursor) {
    int most = limit(limit);
    List<String> place = cursors.read(filter, cursor).orElse(List.of());
    List<T> rest =
        place.isEmpty()
            ? all
            : all.stream().filter(it -> name.apply(it).compareTo(place.getFirst()) > 0).toList();
    return cut(rest, most, name, filter);
  }

  /// The page of `all`, in whatever order, that begins behind the item that the cursor names.
  ///
  /// @param key tells one item from all others
  /// @param filter all that the list depends on besides the caller's rights
  /// @throws ProblemException when that item is not there any more
  public <T> Page<T> pageInOrder(
      List<T> all,
      Function<T, String> key,
      String filter,
      @Nullable Integer limit,
      @Nullable String cursor) {
    int most = limit(limit);
    List<String> place = cursors.read(filter, cursor).orElse(List.of());
    int from = place.isEmpty() ? 0 : all.stream().map(key).toList().indexOf(place.getFirst()) + 1;
    if (from == 0 && !place.isEmpty()) {
      throw new ProblemException(ProblemCode.INVALID_CURSOR, ProblemCode.INVALID_CURSOR.remedy());
    }
    return cut(all.subList(from, all.size()), most, key, filter);
  }

  private <T> Page<T> cut(List<T> rest, int most, Function<T, String> key, String filter) {
    if (rest.size() <= most) {
      return new Page<>(rest, null, false);
    }
    List<T> items = rest.subList(0, most);
    return new Page<>(items, cursors.make(filter, List.of(key.apply(items.getLast()))), true);
  }

  /// The asked limit, 100 when none is asked.
  ///
  /// @throws ProblemException when it is not between 1 and 200
  public static int limit(@Nullable Integer limit) {
    if (limit == null) {
      return 100;
    }
    if (limit < 1 || limit > MOST) {
      throw ProblemException.ofParameter(
          "limit", "must be between 1 and %d.".formatted(MOST), Integer.toString(limit));
    }
    return limit;
  }
}
