package io.gpuaas.placement.internal.service;

import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.util.List;
import java.util.Optional;

/// The cluster `east`, the only one that is connected. It takes commands and does nothing.
abstract class FakeEast implements Clusters, ClusterPort {
  @Override
  public final Optional<ClusterPort> find(String name) {
    return name.equals(cluster()) ? Optional.of(this) : Optional.empty();
  }

  @Override
  public final void connect(Inventory inventory, ObservationSink sink) {}

  @Override
  public final List<VirtualTimeParticipant> onVirtualTime() {
    return List.of();
  }

  @Override
  public final String cluster() {
    return "east";
  }

  @Override
  public final void send(List<RunCommand> commands) {}

  @Override
  public final void requestResync() {}
}
