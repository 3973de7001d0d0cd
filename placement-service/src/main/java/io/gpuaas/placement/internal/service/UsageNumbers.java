package io.gpuaas.placement.internal.service;

import io.gpuaas.core.UsageEvent;

/// Numbers usage events when they are written.
final class UsageNumbers {
  private UsageNumbers() {}

  static UsageEvent numbered(UsageEvent event, long seq) {
    return switch (event) {
      case UsageEvent.RunBound e -> new UsageEvent.RunBound(seq, e.at(), e.run(), e.holdings());
      case UsageEvent.RunPlaced e -> new UsageEvent.RunPlaced(seq, e.at(), e.run(), e.places());
      case UsageEvent.RunReclassified e ->
          new UsageEvent.RunReclassified(seq, e.at(), e.run(), e.holdings());
      case UsageEvent.RunStarted e -> new UsageEvent.RunStarted(seq, e.at(), e.run());
      case UsageEvent.RunStopping e -> new UsageEvent.RunStopping(seq, e.at(), e.run(), e.reason());
      case UsageEvent.RunEnded e -> new UsageEvent.RunEnded(seq, e.at(), e.run(), e.outcome());
      case UsageEvent.RunReleased e ->
          new UsageEvent.RunReleased(seq, e.at(), e.run(), e.outcome(), e.lostMillis());
      case UsageEvent.NodeCapacity e ->
          new UsageEvent.NodeCapacity(
              seq,
              e.at(),
              e.node(),
              e.pool(),
              e.model(),
              e.milliGpus(),
              e.state(),
              e.heldMilliGpus());
    };
  }
}
