package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import io.gpuaas.quota.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The configuration and the node layout together, compiled: which nodes belong to a flavor, and
/// which pods may go where. Immutable.
public final class Catalog {
  /// Wishes of pods beyond which those that are known are forgotten.
  private static final int ELIGIBLE_MAX = 1000;

  private final QuotaConfig config;
  private final QuotaTree tree;
  private final NodeTable nodes;
  private final SortedMap<String, Integer> flavorNumbers = new TreeMap<>();
  private final SortedMap<GangKey, Boolean> hardwareFits =
      Collections.synchronizedSortedMap(new TreeMap<>());
  private final SortedMap<String, BitSet> eligible =
      Collections.synchronizedSortedMap(new TreeMap<>());
  private final List<BitSet> members = new ArrayList<>();
  private final List<@Nullable TopologyTree> topologies = new ArrayList<>();
  private final List<BitSet> clusters;

  Catalog(QuotaConfig config, QuotaTree tree, NodeTable nodes) {
    this.config = config;
    this.tree = tree;
    this.nodes = nodes;
    clusters = clustersOf(nodes);
    SortedMap<String, Topology> byName = new TreeMap<>();
    config.topologies().forEach(topology -> byName.put(topology.name(), topology));
    for (Flavor flavor : config.flavors()) {
      flavorNumbers.put(flavor.name(), members.size());
      BitSet belonging = membersOf(flavor);
      members.add(belonging);
      Topology topology = flavor.topology() == null ? null : byName.get(flavor.topology());
      topologies.add(
          topology == null || nodes.size() == 0
              ? null
              : TopologyTree.of(topology, nodes, belonging, unnamed(flavor)));
    }
  }

  /// A flavor that names its nodes by labels takes a missing host name label from the node's name.
  /// One without labels takes what carries all labels of its topology.
  private static TopologyTree.Unnamed unnamed(Flavor flavor) {
    return flavor.nodeLabels().isEmpty()
        ? TopologyTree.Unnamed.LEFT_OUT
        : TopologyTree.Unnamed.BY_NODE_NAME;
  }

  /// For nodes of the same layout.
  private Catalog(Catalog other, NodeTable nodes) {
    config = other.config;
    tree = other.tree;
    this.nodes = nodes;
    flavorNumbers.putAll(other.flavorNumbers);
    members.addAll(other.members);
    topologies.addAll(other.topologies);
    clusters = other.clusters;
  }

  /// With nodes that differ in state and capacity only.
  Catalog with(NodeTable changed) {
    return new Catalog(this, changed);
  }

  private static List<BitSet> clustersOf(NodeTable nodes) {
    SequencedMap<String, BitSet> byName = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      byName.computeIfAbsent(nodes.node(i).ref().cluster(), _ -> new BitSet()).set(i);
    }
    return List.copyOf(byName.values());
  }

  private BitSet membersOf(Flavor flavor) {
    BitSet result = new BitSet(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      result.set(i, hasAll(nodes.node(i).labels(), flavor.nodeLabels()));
    }
    return result;
  }

  private static boolean hasAll(Map<String, String> labels, Map<String, String> wanted) {
    for (Map.Entry<String, String> entry : wanted.entrySet()) {
      if (!entry.getValue().equals(labels.get(entry.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /// Whether empty nodes could hold the gang, asked of `search` once for all jobs that ask alike.
  boolean fitsHardware(GangAsk ask, Predicate<GangAsk> search) {
    return hardwareFits.computeIfAbsent(new GangKey(ask), _ -> search.test(ask));
  }

  QuotaTree tree() {
    return tree;
  }

  NodeTable nodes() {
    return nodes;
  }

  /// False when nothing is known of nodes: then quota alone decides.
  boolean knowsNodes() {
    return nodes.isKnown();
  }

  Project project(int number) {
    return config.projects().get(number);
  }

  Flavor flavor(int number) {
    return config.flavors().get(number);
  }

  /// How the nodes of these flavors are filled: as the first of them says that says anything.
  PlacementStrategy placement(int[] flavors, PlacementStrategy otherwise) {
    for (int flavor : flavors) {
      PlacementStrategy strategy = flavor(flavor).placement();
      if (strategy != null) {
        return strategy;
      }
    }
    return otherwise;
  }

  /// Whether some nodes are kept for the pods that are expected.
  boolean keepsRoom(PlacementStrategy policy) {
    return policy == PlacementStrategy.LEAST_FRAGMENTATION
        || config.flavors().stream()
            .anyMatch(it -> it.placement() == PlacementStrategy.LEAST_FRAGMENTATION);
  }

  /// The nodes of each cluster, in the order of their first nodes. Shared: must not be changed.
  List<BitSet> clusters() {
    return clusters;
  }

  /// Number of the flavor, or -1.
  int flavorNumber(String name) {
    return flavorNumbers.getOrDefault(name, -1);
  }

  int flavorCount() {
    return members.size();
  }

  /// The nodes with the flavor's labels. Shared: must not be changed.
  BitSet members(int flavor) {
    return members.get(flavor);
  }

  /// The flavor's domains, null when it has no topology or the world no nodes.
  @Nullable TopologyTree topology(int flavor) {
    return topologies.get(flavor);
  }

  /// Parts of a GPU that a share counts as against quota, [QuotaUsage#WHOLE] for a whole one. A
  /// request by memory is measured by the smallest device of the flavor, a MIG profile by its
  /// compute slices; what cannot be measured is a whole one. Rounded up.
  long partsOf(DeviceShare share, int flavor) {
    if (share.milliGpu() > 0) {
      return share.milliGpu() * (QuotaUsage.WHOLE / 1000);
    }
    if (!share.migProfile().isEmpty()) {
      return partsOf(share.migProfile(), flavor);
    }
    long memory = share.memoryBytes() > 0 && flavor >= 0 ? smallestDevice(flavor) : 0;
    if (share.memoryBytes() == 0) {
      return 0;
    }
    return memory == 0
        ? QuotaUsage.WHOLE
        : Math.ceilDiv(Amount.times(share.memoryBytes(), QuotaUsage.WHOLE), memory);
  }

  private long partsOf(String profileName, int flavor) {
    BitSet belonging = flavor < 0 ? new BitSet() : members(flavor);
    for (int node = belonging.nextSetBit(0); node >= 0; node = belonging.nextSetBit(node + 1)) {
      MigTable table = nodes.migTable(node);
      MigTable.Profile profile = table == null ? null : table.profile(profileName);
      if (table != null && profile != null) {
        return Math.ceilDiv(profile.compute() * QuotaUsage.WHOLE, table.compute);
      }
    }
    return QuotaUsage.WHOLE;
  }

  private long smallestDevice(int flavor) {
    BitSet belonging = members(flavor);
    long smallest = 0;
    for (int node = belonging.nextSetBit(0); node >= 0; node = belonging.nextSetBit(node + 1)) {
      long memory = nodes.node(node).gpuMemoryBytes();
      smallest = memory > 0 && (smallest == 0 || memory < smallest) ? memory : smallest;
    }
    return smallest;
  }

  /// Why pods of the set can never use the flavor, null when they can. Selector and affinity are
  /// looked at for the flavor's own label keys only.
  @Nullable String mismatch(PodSet set, int number) {
    Flavor flavor = flavor(number);
    for (Taint taint : flavor.nodeTaints()) {
      if (repels(taint, set.tolerations(), flavor.tolerations())) {
        return "untolerated taint %s=%s:%s".formatted(taint.key(), taint.value(), taint.effect());
      }
    }
    for (Map.Entry<String, String> entry : set.nodeSelector().entrySet()) {
      String label = flavor.nodeLabels().get(entry.getKey());
      if (label != null && !label.equals(entry.getValue())) {
        return "label %s is %s, not %s".formatted(entry.getKey(), label, entry.getValue());
      }
    }
    for (NodeAffinityTerm term : set.nodeAffinity()) {
      String label = flavor.nodeLabels().get(term.key());
      if (label != null && !Affinity.holds(term, label)) {
        return "label %s is %s, which the node affinity excludes".formatted(term.key(), label);
      }
    }
    return levelMismatch(set, flavor);
  }

  private @Nullable String levelMismatch(PodSet set, Flavor flavor) {
    TopologyRequest request = set.topology();
    if (request == null) {
      return null;
    }
    List<String> wanted = new ArrayList<>();
    if (request.mode() != TopologyRequest.Mode.UNCONSTRAINED) {
      wanted.add(request.level());
    }
    request.slices().forEach(slice -> wanted.add(slice.level()));
    if (wanted.isEmpty()) {
      return null;
    }
    for (Topology topology : config.topologies()) {
      if (topology.name().equals(flavor.topology())) {
        wanted.removeAll(topology.levels());
      }
    }
    return wanted.isEmpty() ? null : "its topology has no level %s".formatted(wanted.getFirst());
  }

  /// The nodes of the flavor whose labels and taints suit the pods, whether they are ready or not.
  /// Shared: must not be changed.
  BitSet eligible(PodSet set, int flavor) {
    String wishes =
        flavor
            + " "
            + set.nodeSelector()
            + set.nodeAffinity()
            + set.tolerations()
            + set.device()
            + (set.requests().of(Resources.GPU) > 0)
            + (set.numa() == NumaWish.REQUIRED);
    BitSet known = eligible.get(wishes);
    if (known == null) {
      if (eligible.size() >= ELIGIBLE_MAX) {
        eligible.clear();
      }
      known = findEligible(set, flavor);
      eligible.put(wishes, known);
    }
    return known;
  }

  private BitSet findEligible(PodSet set, int flavor) {
    BitSet result = (BitSet) members(flavor).clone();
    boolean plain = set.nodeSelector().isEmpty() && set.nodeAffinity().isEmpty();
    for (int i = result.nextSetBit(0); i >= 0; i = result.nextSetBit(i + 1)) {
      Node node = nodes.node(i);
      boolean suits = plain || (selects(node, set) && affine(node, set));
      boolean aligns = set.numa() != NumaWish.REQUIRED || nodes.numa(i) != null;
      result.set(i, suits && aligns && hasDevices(i, set) && !repelled(node, set, flavor));
    }
    return result;
  }

  private boolean hasDevices(int number, PodSet set) {
    String profile = set.device().migProfile();
    Node node = nodes.node(number);
    if (profile.isEmpty()) {
      boolean wantsGpus = !set.device().isWhole() || set.requests().of(Resources.GPU) > 0;
      return !wantsGpus || node.label(Node.PARTITIONED) == null;
    }
    MigTable table = nodes.migTable(number);
    boolean known = table != null && table.profile(profile) != null;
    String instances = Resources.ofMigProfile(profile);
    return known
        && (!NodeTable.listsInstances(node)
            || node.capacity().of(instances) + node.heldByOthers().of(instances) > 0);
  }

  private static boolean affine(Node node, PodSet set) {
    for (NodeAffinityTerm term : set.nodeAffinity()) {
      if (!Affinity.holds(term, node.label(term.key()))) {
        return false;
      }
    }
    return true;
  }

  private static boolean selects(Node node, PodSet set) {
    for (Map.Entry<String, String> entry : set.nodeSelector().entrySet()) {
      if (!entry.getValue().equals(node.label(entry.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private boolean repelled(Node node, PodSet set, int flavor) {
    for (Taint taint : node.taints()) {
      if (repels(taint, set.tolerations(), flavor(flavor).tolerations())) {
        return true;
      }
    }
    return false;
  }

  private static boolean repels(Taint taint, List<Toleration> own, List<Toleration> given) {
    if (!taint.effect().equals("NoSchedule") && !taint.effect().equals("NoExecute")) {
      return false;
    }
    return own.stream().noneMatch(it -> it.tolerates(taint))
        && given.stream().noneMatch(it -> it.tolerates(taint));
  }
}
