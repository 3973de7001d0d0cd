package io.gpuaas.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Whether values have the shape that schemas of an OpenAPI description give them: as much of JSON
/// Schema as ours uses, and unknown fields are faults.
record Shapes(JsonNode api) {
  /// Each fault with its place.
  List<String> faults(String at, JsonNode value, JsonNode schema) {
    List<String> faults = new ArrayList<>();
    check(at, value, schema, faults);
    return faults;
  }

  private void check(String at, JsonNode value, JsonNode schema, List<String> faults) {
    String reference = schema.path("$ref").asString("");
    if (!reference.isEmpty()) {
      check(at, value, api.at(reference.substring(1)), faults);
      return;
    }
    JsonNode either = schema.path("oneOf");
    if (!either.isMissingNode()) {
      boolean fits = false;
      for (JsonNode each : either) {
        fits |= faults(at, value, each).isEmpty();
      }
      if (!fits) {
        faults.add(at + ": none of oneOf: " + value);
      }
      return;
    }
    JsonNode values = schema.path("enum");
    if (!values.isMissingNode() && values.valueStream().noneMatch(value::equals)) {
      faults.add(at + ": not one of " + values + ": " + value);
    }
    TreeSet<String> types = types(schema.path("type"));
    if (!types.isEmpty() && !types.contains(type(value)) && !isWhole(value, types)) {
      faults.add(at + ": not " + types + ": " + value);
    } else if (value.isObject()) {
      checkFields(at, value, schema, faults);
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        check(at + "/" + i, value.get(i), schema.path("items"), faults);
      }
    }
  }

  private void checkFields(String at, JsonNode value, JsonNode schema, List<String> faults) {
    for (JsonNode name : schema.path("required")) {
      if (!value.has(name.asString())) {
        faults.add(at + ": without " + name.asString());
      }
    }
    JsonNode known = schema.path("properties");
    JsonNode others = schema.path("additionalProperties");
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      String place = at + "/" + field.getKey();
      if (known.has(field.getKey())) {
        check(place, field.getValue(), known.get(field.getKey()), faults);
      } else if (others.isObject()) {
        check(place, field.getValue(), others, faults);
      } else if (!known.isMissingNode()) {
        faults.add(place + ": not described");
      }
    }
  }

  private static TreeSet<String> types(JsonNode type) {
    TreeSet<String> types = new TreeSet<>();
    if (type.isArray()) {
      type.forEach(it -> types.add(it.asString()));
    } else if (type.isString()) {
      types.add(type.asString());
    }
    return types;
  }

  private static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case NULL, MISSING -> "null";
    };
  }

  private static boolean isWhole(JsonNode value, TreeSet<String> types) {
    return value.isIntegralNumber() && types.contains("number");
  }
}
