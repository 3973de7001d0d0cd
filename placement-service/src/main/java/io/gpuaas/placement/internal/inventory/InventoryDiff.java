package io.gpuaas.placement.internal.inventory;

import io.gpuaas.core.Fault;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryDocument;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a document would change of the inventory that stands.
///
/// @param clusters to be written
/// @param nodes to be written, ready as last observed
/// @param policy to be written, null when it stands as given or is not given
/// @param faults when there are any, nothing may be written
/// @param created things that were not there, counted in all that is to be written
/// @param unchanged things of the document that stand as given
public record InventoryDiff(
    List<Cluster> clusters,
    List<Node> nodes,
    @Nullable SchedulingPolicy policy,
    List<Fault> faults,
    int created,
    int unchanged) {

  public static InventoryDiff of(
      InventoryDocument document,
      List<Versioned<Cluster>> standingClusters,
      List<Versioned<Node>> standingNodes,
      Versioned<SchedulingPolicy> standingPolicy) {
    SortedMap<String, Cluster> knownClusters = new TreeMap<>();
    // Whether one is reached is observed, and no part of a document.
    standingClusters.forEach(
        each -> knownClusters.put(each.value().name(), each.value().withReachable(true)));
    SortedMap<NodeRef, Node> knownNodes = new TreeMap<>();
    standingNodes.forEach(each -> knownNodes.put(each.value().ref(), each.value()));

    List<Cluster> clusters =
        document.clusters().stream()
            .filter(cluster -> !cluster.equals(knownClusters.get(cluster.name())))
            .toList();
    List<Node> nodes = new ArrayList<>();
    for (Node given : document.nodes()) {
      Node known = knownNodes.get(given.ref());
      Node asObserved = known == null ? given : asObserved(given, known, document.observed());
      if (!asObserved.equals(known)) {
        nodes.add(asObserved);
      }
    }
    boolean samePolicy =
        document.policy() == null || document.policy().equals(standingPolicy.value());

    long newClusters =
        clusters.stream().filter(each -> !knownClusters.containsKey(each.name())).count();
    long newNodes = nodes.stream().filter(each -> !knownNodes.containsKey(each.ref())).count();
    int given =
        document.clusters().size() + document.nodes().size() + (document.policy() == null ? 0 : 1);
    return new InventoryDiff(
        clusters,
        nodes,
        samePolicy ? null : document.policy(),
        faults(document, knownClusters),
        Math.toIntExact(newClusters + newNodes),
        given - clusters.size() - nodes.size() - (samePolicy ? 0 : 1));
  }

  private static Node asObserved(Node given, Node known, boolean observed) {
    Node ready = given.withReady(known.ready());
    return observed ? ready : ready.withHeldByOthers(known.heldByOthers());
  }

  private static List<Fault> faults(
      InventoryDocument document, SortedMap<String, Cluster> knownClusters) {
    InventoryRules rules = new InventoryRules();
    TreeSet<String> names = new TreeSet<>();
    for (int i = 0; i < document.clusters().size(); i++) {
      Cluster cluster = document.clusters().get(i);
      String at = Fault.at("/clusters", i);
      rules.cluster(at, cluster);
      if (!names.add(cluster.name())) {
        rules.duplicate(at + "/name", "cluster", cluster.name());
      }
    }
    names.addAll(knownClusters.keySet());
    TreeSet<NodeRef> refs = new TreeSet<>();
    for (int i = 0; i < document.nodes().size(); i++) {
      Node node = document.nodes().get(i);
      String at = Fault.at("/nodes", i);
      rules.node(at, node, names::contains);
      if (!refs.add(node.ref())) {
        rules.duplicate(at + "/name", "node", node.ref().toString());
      }
    }
    if (document.policy() != null) {
      rules.policy("/policy", document.policy());
    }
    return rules.faults();
  }

  public boolean isEmpty() {
    return clusters.isEmpty() && nodes.isEmpty() && policy == null;
  }

  public int replaced() {
    return clusters.size() + nodes.size() + (policy == null ? 0 : 1) - created;
  }
}
