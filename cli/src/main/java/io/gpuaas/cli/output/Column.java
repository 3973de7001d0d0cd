package io.gpuaas.cli.output;

import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A column of a table: its title and what stands in it for an item.
///
/// @param isNumber numbers stand on the right, and are never taken for formulas
public record Column(String title, boolean isNumber, Function<JsonNode, String> cell) {
  /// The text at a JSON Pointer of the item.
  public static Column text(String title, String pointer) {
    return new Column(title, false, item -> plain(item.at(pointer)));
  }

  public static Column number(String title, String pointer) {
    return new Column(title, true, item -> plain(item.at(pointer)));
  }

  public static Column of(String title, Function<JsonNode, String> cell) {
    return new Column(title, false, cell);
  }

  /// What a person reads: `-` for nothing, lists with commas.
  public static String plain(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return "-";
    }
    if (node.isArray()) {
      StringBuilder text = new StringBuilder();
      node.forEach(it -> text.append(text.isEmpty() ? "" : ",").append(plain(it)));
      return text.isEmpty() ? "-" : text.toString();
    }
    return node.isValueNode() ? node.asString() : node.toString();
  }
}
