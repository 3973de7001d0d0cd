package io.gpuaas.cli.config;

import io.gpuaas.cli.config.Change.Action;
import io.gpuaas.cli.config.ConfigFiles.Wanted;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Compares files with the server. Only fields that a file has are compared and changed; the others
/// stay as they are. Equal is what the server would make equal: `64` and `"64"`, missing and null.
final class Planner {
  private static final int MOST = 100_000;

  private final Api api;

  Planner(Api api) {
    this.api = api;
  }

  /// Creations and replacements in the order of kinds, then deletions in the opposite one.
  ///
  /// @param prune whether resources that no file has are deleted, of the kinds that files have
  List<Change> plan(List<Wanted> wanted, boolean prune) {
    List<Change> changes = new ArrayList<>();
    for (Wanted one : wanted) {
      Change change = compare(one);
      if (change != null) {
        changes.add(change);
      }
    }
    if (prune) {
      changes.addAll(superfluous(wanted));
    }
    return changes;
  }

  private @Nullable Change compare(Wanted wanted) {
    Answer answer =
        api.send(new Api.Request("GET", wanted.kind().path(wanted.name()), null, List.of()));
    if (answer.status() == 404) {
      return new Change(
          Action.CREATE, wanted.kind(), wanted.name(), wanted.fields(), "", List.of());
    }
    ObjectNode body = (ObjectNode) answer.require();
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : wanted.fields().properties()) {
      JsonNode there = body.path(field.getKey());
      if (!isEqual(there, field.getValue())) {
        differences.add(
            "%s: %s → %s".formatted(field.getKey(), shown(there), shown(field.getValue())));
        body.set(field.getKey(), field.getValue());
      }
    }
    return differences.isEmpty()
        ? null
        : new Change(
            Action.REPLACE, wanted.kind(), wanted.name(), body, answer.etag(), differences);
  }

  private static String shown(JsonNode node) {
    String text = node.isMissingNode() ? "nothing" : Json.MAPPER.writeValueAsString(node);
    return text.length() <= 120 ? text : text.substring(0, 120) + "…";
  }

  /// A field that a file leaves out of a nested object is not compared either.
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

  private List<Change> superfluous(List<Wanted> wanted) {
    List<Change> changes = new ArrayList<>();
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    Collections.reverse(kinds);
    for (Kind kind : kinds) {
      SortedSet<String> named = new TreeSet<>();
      wanted.stream().filter(it -> it.kind() == kind).forEach(it -> named.add(it.name()));
      if (kind.isDeletable() && !named.isEmpty()) {
        for (JsonNode item : api.list(kind.list(), MOST)) {
          String name = kind.nameOf(item);
          if (!named.contains(name)) {
            changes.add(deletion(kind, name));
          }
        }
      }
    }
    return changes;
  }

  private Change deletion(Kind kind, String name) {
    Answer answer = api.send(new Api.Request("GET", kind.path(name), null, List.of()));
    answer.require();
    return new Change(Action.DELETE, kind, name, null, answer.etag(), List.of());
  }
}
