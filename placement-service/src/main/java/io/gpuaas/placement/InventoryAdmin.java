package io.gpuaas.placement;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Versioned;
import java.util.List;
import java.util.Optional;

/// Which hardware there is and by what policy it is used. Each change is one transaction that also
/// raises the generation of the inventory; a change that changes nothing does neither.
public interface InventoryAdmin {
  /// All clusters in name order.
  List<Versioned<Cluster>> clusters();

  Optional<Versioned<Cluster>> cluster(String name);

  /// `Accepted`, `Invalid` or `Exists`.
  ChangeOutcome<Cluster> createCluster(Cluster cluster);

  /// `Accepted`, `Invalid`, `Stale` or `Missing`.
  ChangeOutcome<Cluster> replaceCluster(Cluster cluster, long version);

  /// `Removed`, `InUse` as long as it has nodes, `Stale` or `Missing`.
  ChangeOutcome<Cluster> removeCluster(String name, long version);

  /// The nodes of a cluster in name order; none when there is no such cluster.
  List<Versioned<Node>> nodes(String cluster);

  Optional<Versioned<Node>> node(NodeRef ref);

  /// `Accepted`, with warnings when labels of a flavor's topology are missing, `Invalid` or
  /// `Exists`.
  ChangeOutcome<Node> createNode(Node node);

  /// `Accepted`, with warnings as for [#createNode], `Invalid`, `Stale` or `Missing`. Whether the
  /// node is ready stays as it was last observed.
  ChangeOutcome<Node> replaceNode(Node node, long version);

  /// `Removed`, `InUse` as long as a run has room on it, `Stale` or `Missing`. Cordon it first.
  ChangeOutcome<Node> removeNode(NodeRef ref, long version);

  Versioned<SchedulingPolicy> policy();

  /// `Accepted`, `Invalid` or `Stale`.
  ChangeOutcome<SchedulingPolicy> replacePolicy(SchedulingPolicy policy, long version);

  /// Makes a whole document true in one transaction with one generation: what is missing is
  /// created, what differs is replaced, what is not named stays. Doing it again changes nothing.
  /// Whether a known node is ready stays as it was last observed.
  ImportOutcome apply(InventoryDocument document);
}
