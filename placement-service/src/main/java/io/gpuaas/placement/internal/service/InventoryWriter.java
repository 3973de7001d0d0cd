package io.gpuaas.placement.internal.service;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Fault;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterBackends;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.InventoryDocument;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.internal.inventory.InventoryDiff;
import io.gpuaas.placement.internal.inventory.InventoryRules;
import io.gpuaas.placement.internal.store.InventoryStore;
import io.gpuaas.placement.internal.store.NodeStore;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Every change that people make to the inventory, each one transaction: lock, look, decide by the
/// pure rules, write, raise the generation. Changes run one after the other.
@Service
class InventoryWriter implements InventoryAdmin {
  private static final int WARNINGS_MAX = 100;

  private final InventoryStore store;
  private final NodeStore nodeStore;
  private final QuotaConfigSource configs;
  private final ClusterBackends backends;

  InventoryWriter(
      InventoryStore store,
      NodeStore nodeStore,
      QuotaConfigSource configs,
      ClusterBackends backends) {
    this.store = store;
    this.nodeStore = nodeStore;
    this.configs = configs;
    this.backends = backends;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Versioned<Cluster>> clusters() {
    return store.clusters();
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<Versioned<Cluster>> cluster(String name) {
    return store.cluster(name);
  }

  @Override
  @Transactional
  public ChangeOutcome<Cluster> createCluster(Cluster cluster) {
    store.lockGeneration();
    return ChangeOutcome.ifAbsent(
        store.cluster(cluster.name()).orElse(null), () -> accept(cluster));
  }

  @Override
  @Transactional
  public ChangeOutcome<Cluster> replaceCluster(Cluster cluster, long version) {
    store.lockGeneration();
    return ChangeOutcome.ifCurrent(
        store.cluster(cluster.name()).orElse(null),
        version,
        standing ->
            standing.equals(cluster.withReachable(standing.reachable()))
                ? new ChangeOutcome.Accepted<>(standing, version, List.of())
                : accept(cluster));
  }

  private ChangeOutcome<Cluster> accept(Cluster cluster) {
    InventoryRules rules = new InventoryRules();
    rules.cluster("", cluster);
    rules.addAll(backends.faults("", cluster));
    if (!rules.faults().isEmpty()) {
      return new ChangeOutcome.Invalid<>(rules.faults());
    }
    store.put(cluster);
    nodeStore.touch(cluster.name(), store.raiseGeneration());
    Versioned<Cluster> now = store.cluster(cluster.name()).orElseThrow();
    return new ChangeOutcome.Accepted<>(now.value(), now.version(), List.of());
  }

  @Override
  @Transactional
  public ChangeOutcome<Cluster> removeCluster(String name, long version) {
    store.lockGeneration();
    return ChangeOutcome.ifCurrent(
        store.cluster(name).orElse(null), version, _ -> removeIfEmpty(name));
  }

  private ChangeOutcome<Cluster> removeIfEmpty(String name) {
    if (nodeStore.any(name)) {
      return new ChangeOutcome.InUse<>(
          List.of(new Fault("", "IN_USE", "The cluster has nodes.", name, null)));
    }
    store.removeCluster(name);
    store.raiseGeneration();
    return new ChangeOutcome.Removed<>();
  }

  @Override
  @Transactional(readOnly = true)
  public List<Versioned<Node>> nodes(String cluster) {
    return nodeStore.in(cluster);
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<Versioned<Node>> node(NodeRef ref) {
    return nodeStore.find(ref);
  }

  @Override
  @Transactional
  public ChangeOutcome<Node> createNode(Node node) {
    store.lockGeneration();
    return ChangeOutcome.ifAbsent(nodeStore.find(node.ref()).orElse(null), () -> accept(node));
  }

  @Override
  @Transactional
  public ChangeOutcome<Node> replaceNode(Node node, long version) {
    store.lockGeneration();
    return ChangeOutcome.ifCurrent(
        nodeStore.find(node.ref()).orElse(null),
        version,
        standing -> replace(standing, node, version));
  }

  private ChangeOutcome<Node> replace(Node standing, Node node, long version) {
    Node asObserved = node.withReady(standing.ready()).withHeldByOthers(standing.heldByOthers());
    return asObserved.equals(standing)
        ? new ChangeOutcome.Accepted<>(standing, version, warnings(standing))
        : accept(asObserved);
  }

  private ChangeOutcome<Node> accept(Node node) {
    InventoryRules rules = new InventoryRules();
    rules.node("", node, name -> store.cluster(name).isPresent());
    if (!rules.faults().isEmpty()) {
      return new ChangeOutcome.Invalid<>(rules.faults());
    }
    nodeStore.put(List.of(node), store.raiseGeneration());
    Versioned<Node> now = nodeStore.find(node.ref()).orElseThrow();
    return new ChangeOutcome.Accepted<>(now.value(), now.version(), warnings(node));
  }

  private List<Fault> warnings(Node node) {
    return InventoryRules.warnings("", node, configs.load());
  }

  @Override
  @Transactional
  public ChangeOutcome<Node> removeNode(NodeRef ref, long version) {
    store.lockGeneration();
    return ChangeOutcome.ifCurrent(
        nodeStore.find(ref).orElse(null), version, _ -> removeIfFree(ref));
  }

  private ChangeOutcome<Node> removeIfFree(NodeRef ref) {
    List<String> jobs = nodeStore.jobsOn(ref);
    if (!jobs.isEmpty()) {
      return new ChangeOutcome.InUse<>(jobs.stream().map(job -> hasRoom(job, ref)).toList());
    }
    nodeStore.remove(ref, store.raiseGeneration());
    return new ChangeOutcome.Removed<>();
  }

  private static Fault hasRoom(String job, NodeRef ref) {
    return new Fault(
        "", "IN_USE", "Job %s has room on the node.".formatted(job), ref.toString(), null);
  }

  @Override
  @Transactional(readOnly = true)
  public Versioned<SchedulingPolicy> policy() {
    return store.policy();
  }

  @Override
  @Transactional
  public ChangeOutcome<SchedulingPolicy> replacePolicy(SchedulingPolicy policy, long version) {
    store.lockGeneration();
    return ChangeOutcome.ifCurrent(
        store.policy(),
        version,
        standing ->
            standing.equals(policy)
                ? new ChangeOutcome.Accepted<>(policy, version, List.of())
                : accept(policy));
  }

  private ChangeOutcome<SchedulingPolicy> accept(SchedulingPolicy policy) {
    InventoryRules rules = new InventoryRules();
    rules.policy("", policy);
    if (!rules.faults().isEmpty()) {
      return new ChangeOutcome.Invalid<>(rules.faults());
    }
    store.put(policy);
    store.raiseGeneration();
    return new ChangeOutcome.Accepted<>(policy, store.policy().version(), List.of());
  }

  @Override
  @Transactional
  public ImportOutcome apply(InventoryDocument document) {
    long generation = store.lockGeneration();
    InventoryDiff diff =
        InventoryDiff.of(document, store.clusters(), nodeStore.all(), store.policy());
    List<Fault> faults = new ArrayList<>(diff.faults());
    for (int i = 0; i < document.clusters().size(); i++) {
      faults.addAll(backends.faults(Fault.at("/clusters", i), document.clusters().get(i)));
    }
    if (!faults.isEmpty()) {
      return new ImportOutcome.Invalid(faults);
    }
    if (!diff.isEmpty()) {
      generation = store.raiseGeneration();
      for (Cluster cluster : diff.clusters()) {
        store.put(cluster);
        nodeStore.touch(cluster.name(), generation);
      }
      nodeStore.put(diff.nodes(), generation);
      if (diff.policy() != null) {
        store.put(diff.policy());
      }
    }
    return new ImportOutcome.Imported(
        generation, diff.created(), diff.replaced(), diff.unchanged(), warnings(document));
  }

  private List<Fault> warnings(InventoryDocument document) {
    QuotaConfig config = configs.load();
    List<Fault> warnings = new ArrayList<>();
    for (int i = 0; i < document.nodes().size() && warnings.size() < WARNINGS_MAX; i++) {
      String at = Fault.at("/nodes", i);
      warnings.addAll(InventoryRules.warnings(at, document.nodes().get(i), config));
    }
    return warnings;
  }
}
