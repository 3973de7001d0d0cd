package io.gpuaas.cli.server;

import org.jspecify.annotations.Nullable;

/// Parameters of a request, of which those that were not given are left out.
public final class Query {
  private final StringBuilder text = new StringBuilder();

  /// The same with one more, unless its value is null or empty.
  public Query with(String name, @Nullable Object value) {
    String given = value == null ? "" : value.toString();
    if (!given.isEmpty()) {
      text.append(text.isEmpty() ? "?" : "&").append(name).append('=').append(Api.encoded(given));
    }
    return this;
  }

  public String on(String path) {
    return path + text;
  }
}
