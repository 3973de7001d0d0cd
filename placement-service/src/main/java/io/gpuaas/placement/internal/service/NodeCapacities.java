package io.gpuaas.placement.internal.service;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Resources;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEvent.NodeState;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.internal.store.CapacityStore;
import io.gpuaas.placement.internal.store.CapacityStore.Capacity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/// Tells accounting what capacity there is: one event whenever a node's pool, size or state differs
/// from what was last told.
@Component
class NodeCapacities {
  private final CapacityStore store;

  NodeCapacities(CapacityStore store) {
    this.store = store;
  }

  /// Adds the events that are due to the batch and writes down what was told.
  void tell(Batch batch, PoolTable pools, SortedMap<NodeRef, Node> nodes, Instant now) {
    SortedMap<NodeRef, Capacity> told = store.all();
    List<Capacity> news = new ArrayList<>();
    TreeSet<NodeRef> refs = new TreeSet<>(told.keySet());
    refs.addAll(nodes.keySet());
    for (NodeRef ref : refs) {
      Node node = nodes.get(ref);
      Capacity before = told.get(ref);
      Capacity current = node == null ? gone(before) : capacity(node, pools);
      if (current != null && !current.equals(before)) {
        news.add(current);
      }
    }
    for (Capacity capacity : news) {
      batch.addUsage(
          new UsageEvent.NodeCapacity(
              0,
              now,
              capacity.node(),
              capacity.pool(),
              capacity.model(),
              capacity.milliGpus(),
              capacity.state()));
    }
    store.write(news);
  }

  private static @org.jspecify.annotations.Nullable Capacity gone(
      @org.jspecify.annotations.Nullable Capacity before) {
    return before == null || before.milliGpus() == 0
        ? null
        : new Capacity(before.node(), before.pool(), before.model(), 0, NodeState.AVAILABLE);
  }

  private static Capacity capacity(Node node, PoolTable pools) {
    long milliGpus = Math.multiplyExact(node.capacity().of(Resources.GPU), 1000L);
    return new Capacity(
        node.ref(), pools.poolOf(node.ref()), node.gpuModel(), milliGpus, state(node));
  }

  private static NodeState state(Node node) {
    if (!node.ready()) {
      return NodeState.DOWN;
    }
    return node.schedulable() ? NodeState.AVAILABLE : NodeState.PLANNED_DOWN;
  }

  /// Nodes as they are after a batch.
  static SortedMap<NodeRef, Node> after(Board board, Batch batch) {
    TreeMap<NodeRef, Node> nodes = new TreeMap<>(board.nodes());
    batch.nodesSet().forEach(node -> nodes.put(node.ref(), node));
    batch.nodesRemoved().forEach(nodes::remove);
    return nodes;
  }
}
