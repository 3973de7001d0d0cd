package io.gpuaas.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes JSON of tests.
final class TestJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private TestJson() {}

  static JsonNode read(String text) {
    return MAPPER.readTree(text);
  }

  /// A text as a value of JSON.
  static String quoted(String text) {
    return MAPPER.writeValueAsString(text);
  }

  /// A text as a part of an address.
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
