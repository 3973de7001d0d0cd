package io.gpuaas.cli.config;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// How deep things of a kind lie in each other by their `parent`: what holds others is made before
/// them and deleted after them.
final class Depths {
  private final Map<String, String> parents = new HashMap<>();

  /// @param thing whose parent counts; most kinds have none
  void add(String name, JsonNode thing) {
    String parent = thing.path("parent").asString("");
    if (!parent.isEmpty()) {
      parents.put(name, parent);
    }
  }

  /// 0 at the top. Of things that lie in themselves it is some number; the server refuses them.
  int of(String name) {
    int depth = 0;
    String at = parents.get(name);
    while (at != null && depth <= parents.size()) {
      depth++;
      at = parents.get(at);
    }
    return depth;
  }
}
