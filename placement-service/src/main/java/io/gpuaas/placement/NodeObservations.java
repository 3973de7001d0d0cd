package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import java.time.Instant;

/// Where the loop records what clusters say of their nodes, in its own transaction.
public interface NodeObservations {
  /// The node is ready, or is not, since `at`. Ignored when the node is unknown, when that is known
  /// already, and when something newer is known.
  ///
  /// @return whether anything changed
  boolean markReady(NodeRef node, boolean ready, Instant at);
}
