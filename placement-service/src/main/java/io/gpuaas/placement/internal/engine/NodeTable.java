package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Node;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The nodes of a world, numbered in the order they were given, with capacity as an array of
/// amounts: node-major, one column per resource. Immutable.
///
/// `pods` is a column too; a node that does not name it takes any number of pods.
public final class NodeTable {
  private static final long MANY = Integer.MAX_VALUE;

  private final boolean known;
  private final List<Node> nodes;
  private final SortedMap<NodeRef, Integer> numbers;
  private final List<String> resources;
  private final SortedMap<String, Integer> columns;
  private final long[] capacity;
  private final BitSet usable;
  private final @Nullable MigTable[] migTables;
  private final @Nullable NumaCells[] numa;
  private boolean anyNuma;

  private NodeTable(boolean known, List<Node> nodes, List<String> resources) {
    this.known = known;
    this.nodes = nodes;
    this.resources = resources;
    columns = new TreeMap<>();
    resources.forEach(name -> columns.put(name, columns.size()));
    numbers = new TreeMap<>();
    capacity = new long[nodes.size() * resources.size()];
    usable = new BitSet(nodes.size());
    migTables = new MigTable[nodes.size()];
    numa = new NumaCells[nodes.size()];
    for (int i = 0; i < nodes.size(); i++) {
      read(i, nodes.get(i));
    }
  }

  /// Without any, nothing is known of nodes. Of two with one reference, the later counts.
  public static NodeTable of(Collection<Node> given) {
    return of(!given.isEmpty(), given);
  }

  /// All the nodes there are, be it none.
  public static NodeTable ofAll(Collection<Node> given) {
    return of(true, given);
  }

  private static NodeTable of(boolean known, Collection<Node> given) {
    SortedMap<NodeRef, Integer> places = new TreeMap<>();
    List<Node> nodes = new ArrayList<>();
    SortedSet<String> resources = new TreeSet<>(List.of(Resources.PODS, Resources.GPU));
    for (Node node : given) {
      resources.addAll(node.capacity().byName().keySet());
      Integer place = places.putIfAbsent(node.ref(), nodes.size());
      if (place == null) {
        nodes.add(node);
      } else {
        nodes.set(place, node);
      }
    }
    return new NodeTable(known, List.copyOf(nodes), List.copyOf(resources));
  }

  private void read(int number, Node node) {
    numbers.put(node.ref(), number);
    int row = number * resources.size();
    capacity[row + column(Resources.PODS)] = MANY;
    if (!listsInstances(node)) {
      // What is cut when it is asked for is limited by its devices alone.
      columns.forEach(
          (name, column) ->
              capacity[row + column] = isInstance(name) ? MANY : capacity[row + column]);
    }
    for (Map.Entry<String, Long> entry : node.capacity().byName().entrySet()) {
      capacity[row + column(entry.getKey())] = entry.getValue();
    }
    usable.set(number, node.ready() && node.schedulable());
    migTables[number] = MigTable.of(node);
    NumaCells cells = NumaCells.of(node);
    numa[number] = cells;
    anyNuma |= cells != null;
  }

  private static boolean isInstance(String resource) {
    return !Resources.migProfile(resource).isEmpty();
  }

  /// Whether the node's amounts list the MIG instances that it has: then it has no others.
  static boolean listsInstances(Node node) {
    return node.capacity().byName().keySet().stream().anyMatch(NodeTable::isInstance)
        || node.heldByOthers().byName().keySet().stream().anyMatch(NodeTable::isInstance);
  }

  /// Column of the instances that a share is one of; -1 when it is none, or no node lists them.
  int instances(DeviceShare share) {
    return share.migProfile().isEmpty() ? -1 : column(Resources.ofMigProfile(share.migProfile()));
  }

  /// With a node in place of the one with its reference.
  NodeTable with(Node node) {
    List<Node> changed = new ArrayList<>(nodes);
    changed.set(number(node.ref()), node);
    return new NodeTable(known, List.copyOf(changed), resources);
  }

  /// Whether `node` may replace the one of its reference without a change to what fits where by
  /// labels and taints.
  boolean sameLayout(Node node) {
    int number = number(node.ref());
    if (number < 0) {
      return false;
    }
    Node old = nodes.get(number);
    return old.labels().equals(node.labels())
        && old.taints().equals(node.taints())
        && old.gpuModel().equals(node.gpuModel())
        && old.gpuMemoryBytes() == node.gpuMemoryBytes()
        && old.mig() == node.mig()
        && listsInstances(old) == listsInstances(node)
        && Objects.equals(NumaCells.of(old), NumaCells.of(node))
        && columns.keySet().containsAll(node.capacity().byName().keySet());
  }

  /// These nodes and no others. Once nodes are known, they stay so.
  NodeTable replacedBy(Collection<Node> given) {
    return of(known || !given.isEmpty(), given);
  }

  /// False when nothing is known of nodes: then quota alone decides.
  boolean isKnown() {
    return known;
  }

  public int size() {
    return nodes.size();
  }

  public List<Node> nodes() {
    return nodes;
  }

  public Node node(int number) {
    return nodes.get(number);
  }

  /// Number of the node, or -1.
  public int number(NodeRef ref) {
    return numbers.getOrDefault(ref, -1);
  }

  /// Names of the columns.
  public List<String> resources() {
    return resources;
  }

  /// Number of the column, or -1.
  public int column(String resource) {
    return columns.getOrDefault(resource, -1);
  }

  /// How the devices of the node may be partitioned, null when they may not.
  @Nullable MigTable migTable(int number) {
    return migTables[number];
  }

  /// The NUMA nodes of the machine, null when it does not say.
  @Nullable NumaCells numa(int number) {
    return numa[number];
  }

  /// Whether some machine says which NUMA nodes it has.
  boolean hasNuma() {
    return anyNuma;
  }

  /// Ready and schedulable. Shared: must not be changed.
  BitSet usable() {
    return usable;
  }

  /// Shared: must not be changed.
  long[] capacity() {
    return capacity;
  }
}
