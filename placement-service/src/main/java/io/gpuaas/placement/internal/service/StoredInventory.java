package io.gpuaas.placement.internal.service;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.InventoryChanges;
import io.gpuaas.placement.InventorySource;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.NodeObservations;
import io.gpuaas.placement.internal.store.InventoryStore;
import io.gpuaas.placement.internal.store.NodeStore;
import java.time.Instant;
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
    return new Inventory(
        store.generation(),
        store.clusters().stream().map(Versioned::value).toList(),
        nodes.all().stream().map(Versioned::value).toList(),
        store.policy().value());
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public InventoryChanges changedSince(long generation) {
    return new InventoryChanges(
        store.generation(),
        nodes.changedSince(generation),
        nodes.removedSince(generation),
        store.clusters().stream().map(Versioned::value).toList(),
        store.policy().value());
  }

  @Override
  public long generation() {
    return store.known().get(store::generation);
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
