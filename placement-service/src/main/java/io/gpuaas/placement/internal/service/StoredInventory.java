package io.gpuaas.placement.internal.service;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.InventoryChanges;
import io.gpuaas.placement.InventorySource;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.NodeObservations;
import io.gpuaas.placement.internal.store.InventoryStore;
import io.gpuaas.placement.internal.store.NodeStore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// What the scheduling loop reads of the inventory, and the one thing it writes.
///
/// The generation is read first: inside a weaker transaction of the caller what follows may be
/// newer, never older, and is then listed again by the next [#changedSince].
@Service
class StoredInventory implements InventorySource, NodeObservations {
  private final InventoryStore store;
  private final NodeStore nodes;

  StoredInventory(InventoryStore store, NodeStore nodes) {
    this.store = store;
    this.nodes = nodes;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Inventory load() {
    long generation = store.generation();
    List<Cluster> clusters = store.clusters().stream().map(Versioned::value).toList();
    List<Node> own = nodes.all().stream().map(Versioned::value).toList();
    return new Inventory(generation, clusters, over(clusters, own), store.policy().value());
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public InventoryChanges changedSince(long generation) {
    long now = store.generation();
    List<Cluster> clusters = store.clusters().stream().map(Versioned::value).toList();
    return new InventoryChanges(
        now,
        over(clusters, nodes.changedSince(generation)),
        nodes.removedSince(generation),
        clusters,
        store.policy().value());
  }

  /// What holds for a cluster holds for its nodes.
  private static List<Node> over(List<Cluster> clusters, List<Node> nodes) {
    SortedMap<String, Cluster> byName = new TreeMap<>();
    clusters.forEach(it -> byName.put(it.name(), it));
    return nodes.stream()
        .map(node -> Objects.requireNonNull(byName.get(node.ref().cluster())).over(node))
        .toList();
  }

  @Override
  public long generation() {
    return store.known().get(store::generation);
  }

  @Override
  @Transactional
  public boolean markReachable(String cluster, boolean reachable) {
    boolean same =
        store
            .cluster(cluster)
            .map(Versioned::value)
            .filter(it -> it.reachable() != reachable)
            .isEmpty();
    if (same) {
      return false;
    }
    store.lockGeneration();
    store.putReachable(cluster, reachable);
    nodes.touch(cluster, store.raiseGeneration());
    return true;
  }

  @Override
  @Transactional(readOnly = true)
  public boolean isReachable(String cluster) {
    return store.cluster(cluster).map(Versioned::value).map(Cluster::reachable).orElse(true);
  }

  @Override
  @Transactional
  public boolean markReady(NodeRef ref, boolean ready, Instant at) {
    if (!nodes.isNews(ref, at)) {
      return false;
    }
    store.lockGeneration();
    boolean known =
        nodes
            .find(ref)
            .map(Versioned::value)
            .map(Node::ready)
            .filter(now -> now == ready)
            .isPresent();
    if (known) {
      nodes.confirmReady(ref, at);
      return false;
    }
    nodes.putReady(ref, ready, at, store.raiseGeneration());
    return true;
  }
}
