package io.gpuaas.api.internal.store;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parameters of a statement, of which some may be null.
final class Params {
  private Params() {}

  static List<@Nullable Object> of(@Nullable Object... values) {
    return Arrays.asList(values);
  }
}
