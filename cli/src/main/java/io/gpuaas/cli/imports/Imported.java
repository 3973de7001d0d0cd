package io.gpuaas.cli.imports;

import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.server.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// What another scheduler's configuration becomes here: resources by kind, and notes on all that
/// could not be carried over, with the reason.
final class Imported {
  private static final int LONGEST = 63;

  private final Map<String, List<ObjectNode>> byKind = new TreeMap<>();
  private final Map<String, String> names = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();

  /// A new resource of a kind; its fields are still to be set.
  ObjectNode add(String kind, String name) {
    ObjectNode resource = Json.MAPPER.createObjectNode();
    resource.put("kind", kind).put("name", name);
    byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(resource);
    return resource;
  }

  void note(String sentence) {
    notes.add(sentence);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  int count() {
    return byKind.values().stream().mapToInt(List::size).sum();
  }

  /// Text of one file for each kind, by file name.
  Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    byKind.forEach(
        (kind, resources) -> {
          List<String> documents = resources.stream().map(Output::yaml).toList();
          String name = kind.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
          files.put(name + ".yaml", String.join("---\n", documents));
        });
    return files;
  }

  /// A name as we take it. Two names that would become one are noted.
  String name(String kind, String theirs) {
    String ours =
        theirs.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]+", "-").replaceAll("^-+|-+$", "");
    String cut = ours.length() <= LONGEST ? ours : ours.substring(0, LONGEST);
    String shortened = cut.isEmpty() ? "unnamed" : cut.replaceAll("-+$", "");
    if (cut.isEmpty()) {
      note("%s %s has no letter that names here may have.".formatted(kind, theirs));
    }
    String before = names.put(kind + "/" + shortened, theirs);
    if (before != null && !before.equals(theirs)) {
      note(
          "%s %s and %s would both be named %s: rename one."
              .formatted(kind, before, theirs, shortened));
    }
    return shortened;
  }
}
