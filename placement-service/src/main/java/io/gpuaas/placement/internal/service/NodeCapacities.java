package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEvent.NodeState;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.store.CapacityStore;
import io.gpuaas.placement.internal.store.CapacityStore.Capacity;
import io.gpuaas.placement.internal.store.CapacityStore.Told;
import io.gpuaas.placement.internal.store.ForeignStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Tells accounting what capacity there is: one event whenever a node's pool, size or state, or
/// what is held of it while it is not available, differs from what was last told.
@Component
class NodeCapacities {
  private final CapacityStore store;
  private final ForeignStore foreign;

  NodeCapacities(CapacityStore store, ForeignStore foreign) {
    this.store = store;
    this.foreign = foreign;
  }

  /// Adds the events that are due once the batch is in force, and writes down what was told.
  void tell(Board board, Batch batch, PoolTable pools, Instant now) {
    SortedMap<NodeRef, Node> nodes = after(board, batch);
    SortedMap<NodeRef, Long> held = heldOffDuty(board, batch, pools, nodes);
    SortedMap<NodeRef, Instant> released = releases(batch);
    SortedMap<NodeRef, Told> told = store.all();
    List<Told> news = new ArrayList<>();
    TreeSet<NodeRef> refs = new TreeSet<>(told.keySet());
    refs.addAll(nodes.keySet());
    for (NodeRef ref : refs) {
      Node node = nodes.get(ref);
      Told toldOfIt = told.get(ref);
      Capacity before = toldOfIt == null ? null : toldOfIt.capacity();
      long heldOfIt = held.getOrDefault(ref, 0L);
      Capacity current = node == null ? gone(before, heldOfIt) : capacity(node, pools, heldOfIt);
      if (current != null && !current.equals(before)) {
        Instant at = current.sameButHeld(before) ? released.getOrDefault(ref, now) : now;
        news.add(new Told(current, latest(at, toldOfIt)));
      }
    }
    news.forEach(one -> batch.addUsage(event(one)));
    store.write(news);
  }

  /// The same, if the batch releases a run that held some of a node that is not available.
  void tellIfReleased(Board board, Batch batch, Instant now) {
    for (Run run : batch.runs()) {
      if (!run.holds() && touchesOffDuty(run, board)) {
        tell(board, batch, board.pools(), now);
        return;
      }
    }
  }

  /// When nodes were last released by runs of the batch: a cluster may say so late.
  private static SortedMap<NodeRef, Instant> releases(Batch batch) {
    TreeMap<NodeRef, Instant> last = new TreeMap<>();
    for (Run run : batch.runs()) {
      Instant at = run.releasedAt();
      if (at != null) {
        run.assignments().stream()
            .flatMap(assignment -> assignment.nodes().stream())
            .forEach(share -> last.merge(share.node(), at, NodeCapacities::later));
      }
    }
    return last;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }

  /// What is told later counts later, also of one instant.
  private static Instant latest(Instant at, @Nullable Told before) {
    return before == null ? at : later(at, before.at());
  }

  private static boolean touchesOffDuty(Run run, Board board) {
    return run.assignments().stream()
        .flatMap(assignment -> assignment.nodes().stream())
        .anyMatch(share -> isOffDuty(board.nodes().get(share.node())));
  }

  static boolean isOffDuty(@Nullable Node node) {
    return node == null || state(node) != NodeState.AVAILABLE;
  }

  private SortedMap<NodeRef, Long> heldOffDuty(
      Board board, Batch batch, PoolTable pools, SortedMap<NodeRef, Node> nodes) {
    TreeMap<NodeRef, Long> held = new TreeMap<>(foreign.heldByNode());
    for (JobId id : board.live().keySet()) {
      LiveJob live = batch.find(id);
      Run run = live == null ? null : live.run();
      if (live != null && run != null && run.holds()) {
        pools
            .byNode(live.job().spec().podSets(), run.assignments())
            .forEach((node, milliGpus) -> held.merge(node, milliGpus, Math::addExact));
      }
    }
    held.keySet().removeIf(ref -> !isOffDuty(nodes.get(ref)));
    return held;
  }

  /// What is left of a node that left is what runs hold until the cluster says that they are gone.
  private static @Nullable Capacity gone(@Nullable Capacity before, long held) {
    if (before == null || (before.milliGpus() == 0 && held == 0)) {
      return null;
    }
    NodeState state = held == 0 ? NodeState.AVAILABLE : NodeState.DOWN;
    return new Capacity(before.node(), before.pool(), before.model(), held, state, held);
  }

  private static Capacity capacity(Node node, PoolTable pools, long held) {
    long gpus = Math.addExact(gpus(node.capacity()), gpus(node.heldByOthers()));
    long milliGpus = Math.multiplyExact(gpus, 1000L);
    String pool = pools.poolOf(node.ref());
    return new Capacity(node.ref(), pool, node.gpuModel(), milliGpus, state(node), held);
  }

  private static long gpus(ResourceAmounts amounts) {
    return amounts.of(Resources.GPU);
  }

  private static NodeState state(Node node) {
    if (!node.ready()) {
      return NodeState.DOWN;
    }
    return node.schedulable() ? NodeState.AVAILABLE : NodeState.PLANNED_DOWN;
  }

  private static UsageEvent event(Told told) {
    Capacity capacity = told.capacity();
    return new UsageEvent.NodeCapacity(
        0,
        told.at(),
        capacity.node(),
        capacity.pool(),
        capacity.model(),
        capacity.milliGpus(),
        capacity.state(),
        capacity.heldMilliGpus());
  }

  /// Nodes as they are after a batch.
  static SortedMap<NodeRef, Node> after(Board board, Batch batch) {
    TreeMap<NodeRef, Node> nodes = new TreeMap<>(board.nodes());
    batch.nodesSet().forEach(node -> nodes.put(node.ref(), node));
    batch.nodesRemoved().forEach(nodes::remove);
    return nodes;
  }
}
