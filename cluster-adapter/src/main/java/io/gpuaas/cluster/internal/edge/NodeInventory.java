package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.internal.follow.NodeFacts;
import io.gpuaas.cluster.internal.kubernetes.KubernetesCluster;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.InventoryDocument;
import io.gpuaas.placement.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// Keeps the inventory in step with the nodes that real clusters have. Changes of a few seconds go
/// together in one transaction; where nothing changed nothing is written.
@Component
class NodeInventory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeInventory.class);
  private static final String PRODUCT = "nvidia.com/gpu.product";
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final ObjectProvider<InventoryAdmin> inventory;
  private final ScheduledExecutorService turns =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("node-inventory").factory());
  private final TreeMap<String, List<NodeFacts>> written = new TreeMap<>();

  NodeInventory(ObjectProvider<InventoryAdmin> inventory) {
    this.inventory = inventory;
  }

  /// @param models the name under which a product of NVIDIA's labels has a price
  void follow(KubernetesCluster cluster, SortedMap<String, String> models) {
    var _ =
        turns.scheduleWithFixedDelay(
            () -> writeChanges(cluster, models), 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void writeChanges(KubernetesCluster cluster, SortedMap<String, String> models) {
    try {
      List<NodeFacts> now = cluster.nodes();
      if (cluster.hasSynced() && !now.equals(written.get(cluster.cluster()))) {
        write(cluster.cluster(), now, models);
        written.put(cluster.cluster(), now);
      }
    } catch (RuntimeException e) {
      LOG.error("nodes of cluster {} could not be taken up", cluster.cluster(), e);
    }
  }

  private void write(String cluster, List<NodeFacts> facts, SortedMap<String, String> models) {
    InventoryAdmin admin = inventory.getObject();
    TreeMap<NodeRef, Versioned<Node>> known = new TreeMap<>();
    admin.nodes(cluster).forEach(node -> known.put(node.value().ref(), node));
    List<Node> nodes = new ArrayList<>();
    for (NodeFacts fact : facts) {
      Node node = fact.node();
      Versioned<Node> before = known.remove(node.ref());
      if (node.capacity().of(Resources.GPU) > 0 || before != null) {
        String model = models.getOrDefault(node.labels().getOrDefault(PRODUCT, ""), "");
        nodes.add(named(node, model, before == null ? "" : before.value().gpuModel()));
      }
    }
    ImportOutcome outcome = admin.apply(InventoryDocument.observed(nodes));
    LOG.info("cluster {}: {} nodes, {}", cluster, nodes.size(), outcome);
    known.values().forEach(gone -> retire(admin, gone));
  }

  /// The name under which its model has a price: by the cluster's settings, else as people said,
  /// else as the cluster says.
  private static Node named(Node seen, String bySettings, String before) {
    String bySomebody = bySettings.isEmpty() ? before : bySettings;
    return new Node(
        seen.ref(),
        seen.labels(),
        seen.capacity(),
        seen.gpuMemoryBytes(),
        bySomebody.isEmpty() ? seen.gpuModel() : bySomebody,
        seen.mig(),
        seen.taints(),
        seen.ready(),
        seen.schedulable(),
        seen.heldByOthers());
  }

  /// A node whose object is gone; as long as a run holds room on it, it stays and is not ready.
  private static void retire(InventoryAdmin admin, Versioned<Node> gone) {
    var outcome = admin.removeNode(gone.value().ref(), gone.version());
    LOG.info("node {} is gone: {}", gone.value().ref(), outcome.getClass().getSimpleName());
  }

  @Override
  public void close() {
    turns.shutdownNow();
  }
}
