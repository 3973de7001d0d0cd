package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Volcano's picture of a topology: a HyperNode for each domain of each level, innermost first. The
/// innermost take nodes by their labels, so a node that comes later is in; the others take those.
final class HyperNodes {
  private final Site site;
  private final List<String> levels;

  HyperNodes(Site site) {
    this.site = site;
    this.levels = site.topology().levels();
  }

  /// A domain: the values of its levels, outermost first.
  private record Domain(List<String> path) implements Comparable<Domain> {
    Domain {
      path = List.copyOf(path);
    }

    @Override
    public int compareTo(Domain other) {
      return String.join("/", path).compareTo(String.join("/", other.path));
    }
  }

  /// @param nodes labels of each node; one that lacks a level is in no domain
  List<Manifest> of(List<SortedMap<String, String>> nodes) {
    TreeSet<Domain> innermost = new TreeSet<>();
    for (SortedMap<String, String> labels : nodes) {
      if (labels.keySet().containsAll(levels)) {
        innermost.add(new Domain(levels.stream().map(level -> label(labels, level)).toList()));
      }
    }
    List<Manifest> all = new ArrayList<>();
    innermost.forEach(domain -> all.add(hyperNode(domain, List.of(nodesOf(domain)))));
    TreeSet<Domain> inner = innermost;
    for (int depth = levels.size() - 1; depth > 0; depth--) {
      TreeMap<Domain, List<Tree>> outer = new TreeMap<>();
      for (Domain domain : inner) {
        Domain around = new Domain(domain.path().subList(0, depth));
        outer.computeIfAbsent(around, _ -> new ArrayList<>()).add(member(domain));
      }
      outer.forEach((domain, members) -> all.add(hyperNode(domain, members)));
      inner = new TreeSet<>(outer.keySet());
    }
    return all;
  }

  private static String label(SortedMap<String, String> labels, String level) {
    return labels.getOrDefault(level, "");
  }

  private Tree nodesOf(Domain domain) {
    TreeMap<String, String> labels = new TreeMap<>();
    for (int i = 0; i < levels.size(); i++) {
      labels.put(levels.get(i), domain.path().get(i));
    }
    Tree byLabels = Tree.of("labelMatch", Tree.of("matchLabels", Tree.texts(labels)));
    return Tree.of("type", "Node", "selector", byLabels);
  }

  private Tree member(Domain domain) {
    Tree byName = Tree.of("exactMatch", Tree.of("name", name(domain)));
    return Tree.of("type", "HyperNode", "selector", byName);
  }

  private Manifest hyperNode(Domain domain, List<Tree> members) {
    int tier = levels.size() - domain.path().size() + 1;
    return Manifest.apply(
        Kinds.VOLCANO_HYPER_NODE,
        QueueManifests.metadata(site, name(domain), ""),
        Tree.of("spec", Tree.of("tier", tier, "members", members)));
  }

  /// A DNS name; values that differ in other signs only get one of their own by a hash.
  private String name(Domain domain) {
    String values = String.join("-", domain.path());
    String plain = values.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-");
    String name = site.topology().name() + "-" + plain.replaceAll("^-+|-+$", "");
    return plain.equals(values) ? name : name + "-" + Integer.toHexString(values.hashCode());
  }
}
