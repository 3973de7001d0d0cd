package io.gpuaas.cluster.internal.template;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Resources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Our pod template laid over a user's. Ours are where its pods go, how they end, and their walls;
/// the user's are images, commands, amounts, and every variable and mount that both would set.
final class PodOverlay {
  private static final List<String> USERS = List.of("name", "image", "command", "args");
  private static final List<String> AMOUNTS = List.of("requests", "limits");

  private PodOverlay() {}

  static Tree pod(Tree user, Tree ours) {
    Tree spec = user.tree("spec");
    List<Tree> containers = new ArrayList<>(spec.trees("containers"));
    Tree first = containers.getFirst();
    Tree laid = container(first, ours.tree("spec").trees("containers").getFirst());
    containers.set(0, withoutForeign(laid, first, containers));
    TreeMap<String, Object> fields = new TreeMap<>(spec.fields());
    ours.tree("spec").fields().forEach((name, value) -> put(fields, name, value));
    fields.put("containers", containers);
    fields.put("volumes", volumes(spec, ours.tree("spec"), containers));
    Tree metadata = user.tree("metadata").merge(ours.tree("metadata"));
    return user.with("metadata", metadata).with("spec", new Tree(fields));
  }

  private static void put(Map<String, Object> fields, String name, Object ours) {
    Object users = fields.get(name);
    switch (name) {
      case "tolerations", "resourceClaims", "schedulingGates" ->
          fields.put(name, union(ours, users == null ? List.of() : users));
      case "securityContext", "nodeSelector" ->
          fields.put(
              name,
              users instanceof Tree one && ours instanceof Tree other ? one.merge(other) : ours);
      default -> fields.put(name, ours);
    }
  }

  private static List<Object> union(Object ours, Object users) {
    Set<Object> all = new LinkedHashSet<>((List<?>) ours);
    all.addAll((List<?>) users);
    return List.copyOf(all);
  }

  /// Amounts that another container of the pod has are not ours to add to the first.
  private static Tree withoutForeign(Tree laid, Tree first, List<Tree> containers) {
    TreeSet<String> all = new TreeSet<>(List.of("cpu", "memory", Resources.GPU));
    containers.forEach(it -> all.addAll(names(it)));
    all.removeAll(names(first));
    Tree resources = laid.tree("resources");
    for (String kind : AMOUNTS) {
      if (resources.has(kind)) {
        resources = resources.with(kind, resources.tree(kind).without(all.toArray(String[]::new)));
      }
    }
    return laid.with("resources", resources);
  }

  private static Set<String> names(Tree container) {
    Set<String> names = new TreeSet<>();
    for (String kind : AMOUNTS) {
      names.addAll(container.tree("resources", kind).fields().keySet());
    }
    return names;
  }

  static Tree container(Tree user, Tree ours) {
    TreeMap<String, Object> fields = new TreeMap<>(user.fields());
    for (String name : List.of("envFrom", "ports")) {
      if (ours.has(name)) {
        Object users = user.has(name) ? user.trees(name) : List.of();
        fields.put(name, union(ours.trees(name), users));
      }
    }
    fields.put("env", byKey("name", ours.trees("env"), user.trees("env")));
    fields.put(
        "volumeMounts", byKey("mountPath", ours.trees("volumeMounts"), user.trees("volumeMounts")));
    fields.put("resources", resources(user.tree("resources"), ours.tree("resources")));
    if (ours.has("securityContext")) {
      fields.put(
          "securityContext", user.tree("securityContext").merge(ours.tree("securityContext")));
    }
    ours.fields()
        .forEach(
            (name, value) -> {
              if (!USERS.contains(name)) {
                fields.putIfAbsent(name, value);
              }
            });
    return new Tree(fields);
  }

  /// Ours first; where both have an entry, the user's.
  private static List<Tree> byKey(String key, List<Tree> ours, List<Tree> users) {
    List<Tree> all = new ArrayList<>();
    for (Tree one : ours) {
      if (users.stream().noneMatch(it -> it.text(key).equals(one.text(key)))) {
        all.add(one);
      }
    }
    all.addAll(users);
    return List.copyOf(all);
  }

  /// The user's amounts, and what the fabric needs; what is claimed is no amount any more.
  private static Tree resources(Tree user, Tree ours) {
    Tree merged = user.without("requests", "limits");
    Set<String> asked = names(Tree.of("resources", user));
    for (String kind : AMOUNTS) {
      Tree amounts = user.tree(kind);
      for (var entry : ours.tree(kind).fields().entrySet()) {
        boolean extended = entry.getKey().contains("/");
        if (extended && !asked.contains(entry.getKey())) {
          amounts = amounts.with(entry.getKey(), entry.getValue());
        }
      }
      if (ours.has("claims")) {
        String[] claimed =
            amounts.fields().keySet().stream()
                .filter(it -> it.equals(Resources.GPU) || !Resources.migProfile(it).isEmpty())
                .toArray(String[]::new);
        amounts = amounts.without(claimed);
      }
      merged = amounts.fields().isEmpty() ? merged : merged.with(kind, amounts);
    }
    return ours.has("claims") ? merged.with("claims", ours.trees("claims")) : merged;
  }

  /// The user's and ours, but none of ours that nothing mounts: the user may have one in its place.
  private static List<Tree> volumes(Tree user, Tree ours, List<Tree> containers) {
    TreeSet<String> mounted = new TreeSet<>();
    containers.getFirst().trees("volumeMounts").forEach(it -> mounted.add(it.text("name")));
    List<Tree> all = new ArrayList<>();
    for (Tree volume : ours.trees("volumes")) {
      if (mounted.contains(volume.text("name"))) {
        all.add(volume);
      }
    }
    all.addAll(user.trees("volumes"));
    return List.copyOf(all);
  }
}
