package io.gpuaas.placement;

import java.util.List;
import java.util.Optional;

/// The clusters that this process is connected to; filled by `cluster-adapter`.
public interface Clusters {
  Optional<ClusterPort> find(String name);

  /// Brings the connections in line with the clusters there are.
  ///
  /// @param inventory all clusters, and the nodes that are new or differ
  void connect(Inventory inventory, ObservationSink sink);

  /// Clusters that move on virtual time, in name order.
  List<VirtualTimeParticipant> onVirtualTime();
}
