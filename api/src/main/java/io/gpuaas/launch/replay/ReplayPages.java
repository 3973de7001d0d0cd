package io.gpuaas.launch.replay;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads lists to their end.
final class ReplayPages {
  private ReplayPages() {}

  /// All items of a list; `path` has a query already.
  static List<JsonNode> all(ReplayApi api, String path) {
    List<JsonNode> items = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      JsonNode page = api.get(cursor == null ? path : path + "&cursor=" + cursor);
      page.path("items").forEach(items::add);
      cursor = page.path("nextCursor").isNull() ? null : page.path("nextCursor").asString();
    } while (cursor != null);
    return items;
  }
}
