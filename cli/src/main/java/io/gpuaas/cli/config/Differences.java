package io.gpuaas.cli.config;

import io.gpuaas.cli.server.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// How a value on the server differs from that of a file, one line for each place at which it does.
/// A field that a file leaves out is not compared, but for maps whose keys are words of people's
/// own: what a file leaves out of these is to be gone. Equal is what the server would make equal:
/// `64` and `"64"`, `1Ki` and `1024`, missing and null.
final class Differences {
  private static final Pattern QUANTITY =
      Pattern.compile("(-?[0-9]{1,30}(?:\\.[0-9]{1,12})?)(m|k|[MGTPE]|[KMGTPE]i)?");
  private static final BigDecimal MILLI = new BigDecimal("0.001");
  private static final Set<String> UNORDERED = Set.of("quotas", "scopes");
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
      if (!UNORDERED.contains(at)) {
        into.add("%s: another order: %s".formatted(at, shown(wanted)));
      }
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
    Matcher number = QUANTITY.matcher(text);
    if (!number.matches()) {
      return new Object();
    }
    String unit = Objects.requireNonNullElse(number.group(2), "");
    return new BigDecimal(number.group(1)).multiply(factor(unit)).stripTrailingZeros();
  }

  private static BigDecimal factor(String unit) {
    int power =
        unit.isEmpty() ? 0 : "kMGTPE".indexOf(unit.charAt(0) == 'K' ? 'k' : unit.charAt(0)) + 1;
    BigDecimal step = BigDecimal.valueOf(unit.endsWith("i") ? 1024 : 1000);
    return unit.equals("m") ? MILLI : step.pow(power);
  }
}
