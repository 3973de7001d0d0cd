package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.NodeRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The names that a document has declared so far, to check references and doubles.
final class Names {
  final SortedSet<String> topologies = new TreeSet<>();
  final SortedSet<String> flavors = new TreeSet<>();
  final SortedSet<String> projects = new TreeSet<>();
  final SortedSet<String> cohorts = new TreeSet<>();
  final SortedSet<String> jobs = new TreeSet<>();
  final SortedMap<String, Integer> priorityClasses = new TreeMap<>();
  private final SortedMap<String, List<NodeRef>> nodes = new TreeMap<>();

  /// Declares the field's value in `names`; a second declaration is a fault.
  static void declare(FieldReader reader, String name, SortedSet<String> names) {
    if (!names.add(name)) {
      reader.faults().add(reader.path("name"), "DUPLICATE", name, "each name once");
    }
  }

  void declareNode(FieldReader reader, NodeRef node) {
    List<NodeRef> sameName = nodes.computeIfAbsent(node.name(), _ -> new ArrayList<>());
    if (sameName.contains(node)) {
      String allowed = "each name once in a cluster";
      reader.faults().add(reader.path("name"), "DUPLICATE", node.name(), allowed);
    }
    sameName.add(node);
  }

  /// A fault unless `name` is declared.
  static void check(
      FieldReader reader, String field, @Nullable String name, SortedSet<String> known) {
    if (name != null && !known.contains(name)) {
      reader.faults().add(reader.path(field), "UNKNOWN_REFERENCE", name, allowed(known));
    }
  }

  private static String allowed(SortedSet<String> known) {
    List<String> some = known.stream().limit(10).toList();
    String rest =
        known.size() > some.size() ? " and " + (known.size() - some.size()) + " more" : "";
    return some.isEmpty() ? "none is declared" : "one of " + String.join(", ", some) + rest;
  }

  /// The node called `text`: its name, or `cluster/name` where several clusters use the name.
  NodeRef node(FieldReader reader, String field, String text) {
    List<NodeRef> found = nodes.getOrDefault(text, List.of());
    if (found.size() == 1) {
      return found.getFirst();
    }
    int slash = text.indexOf('/');
    NodeRef named =
        slash < 0
            ? new NodeRef("", text)
            : new NodeRef(text.substring(0, slash), text.substring(slash + 1));
    if (!nodes.getOrDefault(named.name(), List.of()).contains(named)) {
      String allowed =
          found.size() > 1
              ? "cluster/name, because several clusters have a node of this name"
              : allowed(new TreeSet<>(nodes.keySet()));
      reader.faults().add(reader.path(field), "UNKNOWN_REFERENCE", text, allowed);
    }
    return named;
  }

  /// Checks that no cohort is its own ancestor.
  void checkCycles(Map<String, String> parents, Map<String, String> paths, Faults faults) {
    for (String cohort : parents.keySet()) {
      SortedSet<String> seen = new TreeSet<>();
      String at = cohort;
      while (at != null && seen.add(at)) {
        at = parents.get(at);
      }
      if (at != null && at.equals(cohort)) {
        String path = paths.getOrDefault(cohort, "cohorts");
        String allowed = "a parent that is not below " + cohort + " itself";
        faults.add(path, "CYCLE", String.valueOf(parents.get(cohort)), allowed);
      }
    }
  }
}
