package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import java.time.Instant;

/// Where the loop records what clusters say of their nodes, and whether they say anything, in its
/// own transaction.
public interface NodeObservations {
  /// The node is ready, or is not, since `at`. Ignored when the node is unknown, when that is known
  /// already, and when something newer is known.
  ///
  /// @return whether anything changed
  boolean markReady(NodeRef node, boolean ready, Instant at);

  /// The cluster can be reached, or cannot for a while: then nothing new is placed there.
  ///
  /// @return whether anything changed
  boolean markReachable(String cluster, boolean reachable);

  /// As last marked; true of a cluster that nobody knows.
  boolean isReachable(String cluster);
}
