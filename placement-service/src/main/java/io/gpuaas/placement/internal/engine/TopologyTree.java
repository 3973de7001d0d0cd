package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The domains of a topology over the nodes of a flavor, as a forest in arrays. Immutable.
///
/// A domain is its full path of label values, compared element by element; the cluster is the
/// outermost level, and each node is a leaf of its own below the last level. Domains of one level
/// are numbered in the order of their paths. A node without all labels belongs to no domain.
public final class TopologyTree {
  /// Name of the level above those of the topology.
  static final String CLUSTER = "cluster";

  private static final String HOST = "kubernetes.io/hostname";

  /// What becomes of a node without a host name label where that is a level.
  enum Unnamed {
    /// Its own name stands in.
    BY_NODE_NAME,
    /// It belongs to no domain.
    LEFT_OUT
  }

  private final List<String> levels;
  private final List<List<List<String>>> paths;
  private final int[][] parents;
  private final int[][][] children;
  private final int[] leafOfNode;
  private final int[] nodeOfLeaf;
  private final BitSet memberNodes = new BitSet();

  private TopologyTree(
      List<String> levels,
      List<List<List<String>>> paths,
      int[][] parents,
      int[] leafOfNode,
      int[] nodeOfLeaf) {
    this.levels = levels;
    this.paths = paths;
    this.parents = parents;
    this.leafOfNode = leafOfNode;
    this.nodeOfLeaf = nodeOfLeaf;
    children = childrenOf(paths, parents);
    for (int node : nodeOfLeaf) {
      memberNodes.set(node);
    }
  }

  static TopologyTree of(Topology topology, NodeTable nodes, BitSet members, Unnamed unnamed) {
    List<String> levels = new ArrayList<>();
    levels.add(CLUSTER);
    levels.addAll(topology.levels());
    List<SortedMap<Path, Integer>> byLevel = new ArrayList<>();
    levels.forEach(_ -> byLevel.add(new TreeMap<>()));
    List<@Nullable Path> nodePaths = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      nodePaths.add(members.get(i) ? pathOf(nodes.node(i), topology, unnamed) : null);
    }
    for (Path path : nodePaths) {
      for (int level = 0; path != null && level < levels.size(); level++) {
        byLevel.get(level).put(path.first(level + 1), 0);
      }
    }
    byLevel.forEach(TopologyTree::number);
    return assemble(levels, byLevel, nodePaths, nodes);
  }

  private static void number(SortedMap<Path, Integer> domains) {
    int next = 0;
    for (var entry : domains.entrySet()) {
      entry.setValue(next++);
    }
  }

  private static @Nullable Path pathOf(Node node, Topology topology, Unnamed unnamed) {
    List<String> path = new ArrayList<>();
    path.add(node.ref().cluster());
    for (String level : topology.levels()) {
      String value = node.labels().get(level);
      if (value == null && unnamed == Unnamed.BY_NODE_NAME && level.equals(HOST)) {
        value = node.ref().name();
      }
      if (value == null) {
        return null;
      }
      path.add(value);
    }
    return new Path(path);
  }

  private static TopologyTree assemble(
      List<String> levels,
      List<SortedMap<Path, Integer>> byLevel,
      List<@Nullable Path> nodePaths,
      NodeTable nodes) {
    List<List<List<String>>> paths = new ArrayList<>();
    int[][] parents = new int[levels.size() + 1][];
    for (int level = 0; level < levels.size(); level++) {
      List<List<String>> names = new ArrayList<>();
      parents[level] = new int[byLevel.get(level).size()];
      for (Path path : byLevel.get(level).keySet()) {
        parents[level][names.size()] =
            level == 0 ? -1 : byLevel.get(level - 1).getOrDefault(path.first(level), -1);
        names.add(path.values());
      }
      paths.add(names);
    }
    return withLeaves(levels, paths, parents, byLevel.getLast(), nodePaths, nodes);
  }

  private static TopologyTree withLeaves(
      List<String> levels,
      List<List<List<String>>> paths,
      int[][] parents,
      SortedMap<Path, Integer> lowest,
      List<@Nullable Path> nodePaths,
      NodeTable nodes) {
    SortedMap<Path, Integer> leaves = new TreeMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      Path path = nodePaths.get(i);
      if (path != null) {
        leaves.put(path.and(nodes.node(i).ref()), i);
      }
    }
    int[] leafOfNode = new int[nodes.size()];
    java.util.Arrays.fill(leafOfNode, -1);
    int[] nodeOfLeaf = new int[leaves.size()];
    parents[levels.size()] = new int[leaves.size()];
    List<List<String>> names = new ArrayList<>();
    for (var entry : leaves.entrySet()) {
      Path path = entry.getKey().first(levels.size());
      parents[levels.size()][names.size()] = lowest.getOrDefault(path, -1);
      leafOfNode[entry.getValue()] = names.size();
      nodeOfLeaf[names.size()] = entry.getValue();
      names.add(entry.getKey().values());
    }
    paths.add(names);
    return new TopologyTree(List.copyOf(levels), paths, parents, leafOfNode, nodeOfLeaf);
  }

  private static int[][][] childrenOf(List<List<List<String>>> paths, int[][] parents) {
    int[][][] result = new int[paths.size()][][];
    for (int level = 0; level < paths.size(); level++) {
      int domains = paths.get(level).size();
      int below = level + 1 < paths.size() ? paths.get(level + 1).size() : 0;
      List<List<Integer>> lists = new ArrayList<>();
      for (int i = 0; i < domains; i++) {
        lists.add(new ArrayList<>());
      }
      for (int i = 0; i < below; i++) {
        lists.get(parents[level + 1][i]).add(i);
      }
      result[level] = new int[domains][];
      for (int i = 0; i < domains; i++) {
        result[level][i] = lists.get(i).stream().mapToInt(Integer::intValue).toArray();
      }
    }
    return result;
  }

  /// Levels from the cluster down to the last of the topology; nodes lie one below.
  int leafLevel() {
    return levels.size();
  }

  /// Number of the level, or -1.
  int level(String key) {
    return levels.lastIndexOf(key);
  }

  String levelName(int level) {
    return level == levels.size() ? "node" : levels.get(level);
  }

  int domains(int level) {
    return parents[level].length;
  }

  int parent(int level, int domain) {
    return parents[level][domain];
  }

  /// Numbers of the domains below, on the next level. Shared: must not be changed.
  int[] children(int level, int domain) {
    return children[level][domain];
  }

  /// The labels from the cluster down.
  List<String> path(int level, int domain) {
    return paths.get(level).get(domain);
  }

  /// Leaf of the node, or -1.
  int leaf(int node) {
    return leafOfNode[node];
  }

  int node(int leaf) {
    return nodeOfLeaf[leaf];
  }

  /// The domain of `level` that holds the node, or -1.
  int domainOf(int node, int level) {
    int domain = leafOfNode[node];
    for (int at = leafLevel(); domain >= 0 && at > level; at--) {
      domain = parents[at][domain];
    }
    return domain;
  }

  /// In how many domains of the level these members lie.
  int domainsOf(int[] nodes, int level) {
    return (int) Arrays.stream(nodes).map(node -> domainOf(node, level)).distinct().count();
  }

  /// The nodes that belong to a domain. Shared: must not be changed.
  BitSet members() {
    return memberNodes;
  }

  /// The nodes of each domain of the level; none for an unknown level.
  List<BitSet> nodesByDomain(int level) {
    List<BitSet> result = new ArrayList<>();
    for (int i = 0; level >= 0 && i < domains(level); i++) {
      result.add(new BitSet());
    }
    for (int leaf = 0; level >= 0 && leaf < nodeOfLeaf.length; leaf++) {
      result.get(domainOf(nodeOfLeaf[leaf], level)).set(nodeOfLeaf[leaf]);
    }
    return result;
  }

  /// Label values from the outside in; ordered element by element.
  private record Path(List<String> values) implements Comparable<Path> {
    Path first(int count) {
      return new Path(values.subList(0, count));
    }

    Path and(NodeRef node) {
      List<String> longer = new ArrayList<>(values);
      longer.add(node.name());
      return new Path(longer);
    }

    @Override
    public int compareTo(Path other) {
      int common = Math.min(values.size(), other.values.size());
      for (int i = 0; i < common; i++) {
        int compared = values.get(i).compareTo(other.values.get(i));
        if (compared != 0) {
          return compared;
        }
      }
      return Integer.compare(values.size(), other.values.size());
    }
  }
}
