package io.gpuaas.api;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON of tests.
final class TestJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private TestJson() {}

  static JsonNode read(String text) {
    return MAPPER.readTree(text);
  }
}
