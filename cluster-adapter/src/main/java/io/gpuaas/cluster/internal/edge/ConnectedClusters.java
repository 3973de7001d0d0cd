package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.cluster.internal.kubernetes.KubernetesCluster;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.slurm.SlurmCluster;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.MovableClock;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// The clusters that this process drives. Connects those that are new; one that left stays
/// connected until nothing runs on it, which the loop sees to. One that cannot be connected hurts
/// no other.
@Component
class ConnectedClusters implements Clusters, DisposableBean {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectedClusters.class);

  private final InstantSource clock;
  private final double speed;
  private final NodeInventory nodes;
  private final TreeMap<String, SimulatedCluster> simulated = new TreeMap<>();
  private final TreeMap<String, KubernetesCluster> kubernetes = new TreeMap<>();
  private final TreeMap<String, SlurmCluster> slurm = new TreeMap<>();
  private final TreeMap<String, Cluster> connected = new TreeMap<>();
  private final TreeSet<String> wanted = new TreeSet<>();

  ConnectedClusters(
      InstantSource clock, @Value("${gpuaas.cluster.speed:1}") double speed, NodeInventory nodes) {
    this.clock = clock;
    this.speed = speed;
    this.nodes = nodes;
  }

  @Override
  public synchronized Optional<ClusterPort> find(String name) {
    return Stream.of(simulated.get(name), kubernetes.get(name), slurm.get(name))
        .filter(Objects::nonNull)
        .map(ClusterPort.class::cast)
        .findFirst();
  }

  /// The clusters that are connected and have not left, in the order of their names.
  synchronized List<Cluster> all() {
    return connected.values().stream().filter(it -> wanted.contains(it.name())).toList();
  }

  @Override
  public synchronized void connect(Inventory inventory, ObservationSink sink) {
    wanted.clear();
    for (Cluster cluster : inventory.clusters()) {
      wanted.add(cluster.name());
      Cluster before = connected.get(cluster.name());
      if (before == null || !cluster.connectsAs(before)) {
        tryToConnect(cluster, sink);
      }
    }
    simulated.values().forEach(cluster -> watch(cluster, inventory.nodes()));
  }

  private void tryToConnect(Cluster cluster, ObservationSink sink) {
    try {
      if (cluster.backend().equals(KnownBackends.SIMULATED)) {
        connectSimulated(cluster, sink);
      } else if (cluster.backend().equals(KnownBackends.SLURM)) {
        connectSlurm(cluster, sink);
      } else if (Backend.names().contains(cluster.backend())) {
        connectKubernetes(cluster, sink);
      } else {
        LOG.warn("cluster {} has the unknown backend {}", cluster.name(), cluster.backend());
      }
    } catch (RuntimeException e) {
      LOG.error("cluster {} could not be connected", cluster.name(), e);
    }
  }

  /// A simulated cluster goes on as it began: its story depends on its settings.
  private void connectSimulated(Cluster cluster, ObservationSink sink) {
    if (simulated.containsKey(cluster.name())) {
      return;
    }
    SimulationSettings settings = SimulationSettingsReader.settings(cluster.settings());
    double own = SimulationSettingsReader.speed(cluster.settings(), speed);
    SimulatedCluster port = new SimulatedCluster(cluster.name(), settings, own, sink, clock);
    simulated.put(cluster.name(), port);
    connected.put(cluster.name(), cluster);
    if (!(clock instanceof MovableClock)) {
      port.start();
    }
  }

  /// With other settings it is connected anew; what runs there is taken up again.
  private void connectKubernetes(Cluster cluster, ObservationSink sink) {
    KubernetesCluster before = kubernetes.remove(cluster.name());
    if (before != null) {
      before.close();
    }
    KubernetesCluster port =
        new KubernetesCluster(cluster, KubernetesAccess.client(cluster.settings()), sink, clock);
    kubernetes.put(cluster.name(), port);
    connected.put(cluster.name(), cluster);
    port.start();
    nodes.follow(port, Site.pairs(cluster.settings().getOrDefault("gpuModels", "")));
  }

  /// As for Kubernetes. Its nodes are entered by people.
  private void connectSlurm(Cluster cluster, ObservationSink sink) {
    SlurmCluster before = slurm.remove(cluster.name());
    if (before != null) {
      before.close();
    }
    SlurmCluster port = new SlurmCluster(cluster.name(), cluster.settings(), sink, clock);
    slurm.put(cluster.name(), port);
    connected.put(cluster.name(), cluster);
    port.start();
  }

  private void watch(SimulatedCluster cluster, List<Node> all) {
    cluster.watchNodes(
        all.stream()
            .map(Node::ref)
            .filter(node -> node.cluster().equals(cluster.cluster()))
            .toList(),
        clock.instant());
  }

  @Override
  public synchronized List<VirtualTimeParticipant> onVirtualTime() {
    return List.copyOf(simulated.values());
  }

  @Override
  public synchronized void destroy() {
    nodes.close();
    simulated.values().forEach(SimulatedCluster::close);
    List<KubernetesCluster> all = new ArrayList<>(kubernetes.values());
    kubernetes.clear();
    all.forEach(KubernetesCluster::close);
    slurm.values().forEach(SlurmCluster::close);
  }
}
