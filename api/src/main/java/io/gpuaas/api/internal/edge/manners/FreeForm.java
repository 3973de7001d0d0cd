package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads JSON whose shape is somebody else's: objects as maps in name order, what is null left out.
/// Texts are held to the same rules as everywhere.
final class FreeForm {
  private FreeForm() {}

  /// Null when it is, or after a fault was added.
  static @Nullable Object read(JsonNode node, String pointer, List<Fault> faults) {
    if (node.isObject()) {
      Map<String, Object> map = new TreeMap<>();
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        Object value = read(entry.getValue(), Fault.at(pointer, entry.getKey()), faults);
        if (value != null) {
          map.put(entry.getKey(), value);
        }
      }
      return map;
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < node.size(); i++) {
        Object value = read(node.get(i), Fault.at(pointer, i), faults);
        if (value != null) {
          list.add(value);
        }
      }
      return list;
    }
    if (node.isString()) {
      return Scalars.read(node, String.class, pointer, faults);
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNumber() ? number(node, pointer, faults) : null;
  }

  private static @Nullable Object number(JsonNode node, String pointer, List<Fault> faults) {
    if (node.isIntegralNumber()) {
      return Scalars.read(node, Long.class, pointer, faults);
    }
    if (node.isBigDecimal()) {
      BigDecimal decimal = node.decimalValue();
      return decimal;
    }
    faults.add(Scalars.wrongType(node, pointer, "a number"));
    return null;
  }
}
