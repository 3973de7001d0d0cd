package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.MovableClock;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// The clusters that this process drives. Connects those that are new; one that left stays
/// connected until nothing runs on it, which the loop sees to.
@Component
class ConnectedClusters implements Clusters, DisposableBean {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectedClusters.class);

  private final InstantSource clock;
  private final double speed;
  private final TreeMap<String, SimulatedCluster> simulated = new TreeMap<>();

  ConnectedClusters(InstantSource clock, @Value("${gpuaas.cluster.speed:1}") double speed) {
    this.clock = clock;
    this.speed = speed;
  }

  @Override
  public synchronized Optional<ClusterPort> find(String name) {
    return Optional.ofNullable(simulated.get(name));
  }

  @Override
  public synchronized void connect(Inventory inventory, ObservationSink sink) {
    for (Cluster cluster : inventory.clusters()) {
      if (!simulated.containsKey(cluster.name())) {
        connect(cluster, sink);
      }
    }
    simulated.values().forEach(cluster -> watch(cluster, inventory.nodes()));
  }

  private void watch(SimulatedCluster cluster, List<Node> all) {
    cluster.watchNodes(
        all.stream()
            .map(Node::ref)
            .filter(node -> node.cluster().equals(cluster.cluster()))
            .toList(),
        clock.instant());
  }

  private void connect(Cluster cluster, ObservationSink sink) {
    if (!cluster.backend().equals("simulated")) {
      LOG.warn(
          "cluster {} has the backend {}, which is not there", cluster.name(), cluster.backend());
      return;
    }
    SimulationSettings settings = SimulationSettingsReader.settings(cluster.settings());
    double own = SimulationSettingsReader.speed(cluster.settings(), speed);
    SimulatedCluster port = new SimulatedCluster(cluster.name(), settings, own, sink, clock);
    simulated.put(cluster.name(), port);
    if (!(clock instanceof MovableClock)) {
      port.start();
    }
  }

  @Override
  public synchronized List<VirtualTimeParticipant> onVirtualTime() {
    return List.copyOf(simulated.values());
  }

  @Override
  public synchronized void destroy() {
    simulated.values().forEach(SimulatedCluster::close);
  }
}
