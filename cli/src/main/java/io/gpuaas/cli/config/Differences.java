package io.gpuaas.cli.config;

import io.gpuaas.cli.server.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// How a value on the server differs from that of a file, one line for each place at which it does.
/// A field that a file leaves out is not compared, but for maps whose keys are words of people's
/// own: what a file leaves out of these is to be gone. Equal is what the server would make equal:
/// `64` and `"64"`, missing and null.
final class Differences {
  private static final Set<String> WHOLE = Set.of("nodeLabels", "claims");

  private Differences() {}

  /// For example `quotas[1].nominal: "64" → "80"`, or `members: + "ada"`. Elements of lists that
  /// both have are left out, so that one that is new is one line, wherever it stands.
  static List<String> between(String at, JsonNode there, JsonNode wanted) {
    List<String> lines = new ArrayList<>();
    add(at, there, wanted, lines);
    if (WHOLE.contains(at) && wanted.isObject()) {
      for (Map.Entry<String, JsonNode> field : there.properties()) {
        if (!wanted.has(field.getKey())) {
          lines.add("%s: - %s: %s".formatted(at, field.getKey(), shown(field.getValue())));
        }
      }
    }
    return lines;
  }

  private static void add(String at, JsonNode there, JsonNode wanted, List<String> into) {
    if (isEqual(there, wanted)) {
      return;
    }
    if (wanted.isObject() && there.isObject()) {
      for (Map.Entry<String, JsonNode> field : wanted.properties()) {
        add(at + "." + field.getKey(), there.path(field.getKey()), field.getValue(), into);
      }
    } else if (wanted.isArray() && there.isArray()) {
      addElements(at, there, wanted, into);
    } else {
      into.add("%s: %s → %s".formatted(at, shown(there), shown(wanted)));
    }
  }

  private static void addElements(String at, JsonNode there, JsonNode wanted, List<String> into) {
    List<Integer> gone = without(there, wanted, true);
    List<Integer> fresh = without(wanted, there, false);
    if (gone.isEmpty() && fresh.isEmpty()) {
      into.add("%s: another order: %s".formatted(at, shown(wanted)));
    } else if (gone.equals(fresh)) {
      gone.forEach(i -> add("%s[%d]".formatted(at, i), there.get(i), wanted.get(i), into));
    } else {
      gone.forEach(i -> into.add("%s: - %s".formatted(at, shown(there.get(i)))));
      fresh.forEach(i -> into.add("%s: + %s".formatted(at, shown(wanted.get(i)))));
    }
  }

  /// The places of those elements of `list` that have no equal of their own in `other`.
  private static List<Integer> without(JsonNode list, JsonNode other, boolean listIsThere) {
    List<JsonNode> left = new ArrayList<>();
    other.forEach(left::add);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      JsonNode element = list.get(i);
      boolean found = false;
      for (int j = 0; j < left.size() && !found; j++) {
        JsonNode each = left.get(j);
        found = listIsThere ? isEqual(element, each) : isEqual(each, element);
        if (found) {
          left.remove(j);
        }
      }
      if (!found) {
        places.add(i);
      }
    }
    return places;
  }

  private static String shown(JsonNode node) {
    return node.isMissingNode() ? "nothing" : Json.MAPPER.writeValueAsString(node);
  }

  private static boolean isEqual(JsonNode there, JsonNode wanted) {
    if (isNothing(there) || isNothing(wanted)) {
      return isNothing(there) && isNothing(wanted);
    }
    if (wanted.isObject() && there.isObject()) {
      return wanted.properties().stream()
          .allMatch(it -> isEqual(there.path(it.getKey()), it.getValue()));
    }
    if (wanted.isArray() && there.isArray()) {
      return wanted.size() == there.size() && elementsAreEqual(there, wanted);
    }
    return wanted.isValueNode() && there.isValueNode() && sameText(there, wanted);
  }

  private static boolean elementsAreEqual(JsonNode there, JsonNode wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      if (!isEqual(there.get(i), wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNothing(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  private static boolean sameText(JsonNode one, JsonNode other) {
    String a = one.asString();
    String b = other.asString();
    return a.equals(b) || Objects.equals(decimal(a), decimal(b));
  }

  /// Texts that are no numbers are equal to themselves only.
  private static Object decimal(String text) {
    return text.matches("-?[0-9]{1,30}(\\.[0-9]{1,12})?")
        ? new BigDecimal(text).stripTrailingZeros()
        : new Object();
  }
}
