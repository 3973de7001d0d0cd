package io.gpuaas.cluster;

import io.gpuaas.cluster.internal.edge.KubernetesAccess;
import io.gpuaas.cluster.internal.follow.NodeFacts;
import io.gpuaas.cluster.internal.kubernetes.KubernetesCluster;
import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.ObservationSink;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A Kubernetes cluster connected outside of a running product, to measure it or to try it out.
public final class StandaloneCluster implements AutoCloseable {
  private final KubernetesCluster cluster;

  private StandaloneCluster(KubernetesCluster cluster) {
    this.cluster = cluster;
  }

  /// Begins to watch.
  public static StandaloneCluster connect(
      Cluster cluster, ObservationSink sink, InstantSource clock) {
    KubernetesCluster connected =
        new KubernetesCluster(cluster, KubernetesAccess.client(cluster.settings()), sink, clock);
    connected.start();
    return new StandaloneCluster(connected);
  }

  public ClusterPort port() {
    return cluster;
  }

  /// Whether all lists have been read once.
  public boolean hasSynced() {
    return cluster.hasSynced();
  }

  public Counts counts() {
    return cluster.counts();
  }

  /// How far the runs of a cluster are.
  ///
  /// @param mains main objects that are there
  /// @param released those that are not held back any more
  /// @param told pods that may be bound to a node
  /// @param ready pods that run
  public record Counts(int mains, int released, int pods, int told, int ready) {}

  /// Nodes as they are now, in name order.
  public List<Node> nodes() {
    return cluster.nodes().stream().map(NodeFacts::node).toList();
  }

  /// One of them as it is now; empty when it is not there.
  public Optional<Node> node(NodeRef ref) {
    return Optional.ofNullable(cluster.node(ref)).map(NodeFacts::node);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
