package io.gpuaas.cli.config;

import io.gpuaas.cli.config.Change.Action;
import io.gpuaas.cli.config.ConfigFiles.Wanted;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Compares files with the server ([Differences]). Only fields that a file has are changed; the
/// others stay as they are.
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
      List<String> ofField = Differences.between(field.getKey(), there, field.getValue());
      if (!ofField.isEmpty()) {
        differences.addAll(ofField);
        body.set(field.getKey(), field.getValue());
      }
    }
    return differences.isEmpty()
        ? null
        : new Change(
            Action.REPLACE, wanted.kind(), wanted.name(), body, answer.etag(), differences);
  }

  private List<Change> superfluous(List<Wanted> wanted) {
    List<Change> changes = new ArrayList<>();
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    Collections.reverse(kinds);
    for (Kind kind : kinds) {
      SortedSet<String> named = new TreeSet<>();
      wanted.stream().filter(it -> it.kind() == kind).forEach(it -> named.add(it.name()));
      if (kind.isDeletable() && !named.isEmpty()) {
        Depths depths = new Depths();
        List<String> left = new ArrayList<>();
        for (JsonNode item : api.list(kind.list(), MOST)) {
          String name = kind.nameOf(item);
          depths.add(name, item);
          if (!named.contains(name)) {
            left.add(name);
          }
        }
        left.sort(Comparator.comparingInt(depths::of).reversed());
        left.forEach(name -> changes.add(deletion(kind, name)));
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
