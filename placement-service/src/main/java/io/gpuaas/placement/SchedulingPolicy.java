package io.gpuaas.placement;

import io.gpuaas.core.PlacementStrategy;
import java.util.List;

/// How a cycle decides, beside quota. One value for the whole world.
///
/// @param fairSharing order and preempt by dominant resource share
/// @param preemptionStrategies used with fair sharing, first to last
/// @param placement how nodes are filled
/// @param headsPerProject 0 = each waiting job may be looked at; 1 = only the head of each queue
/// @param checkpointAwareVictims whether lost work counts in the order of victims
/// @param evictions what protects running jobs, and claims to cleared room
/// @param order which project's next job goes first, where `fairSharing` does not decide it
public record SchedulingPolicy(
    boolean fairSharing,
    List<FairStrategy> preemptionStrategies,
    PlacementStrategy placement,
    int headsPerProject,
    boolean checkpointAwareVictims,
    EvictionRules evictions,
    QueueOrder order) {
  public static final SchedulingPolicy DEFAULT =
      new SchedulingPolicy(
          false,
          List.of(
              FairStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE, FairStrategy.LESS_THAN_INITIAL_SHARE),
          PlacementStrategy.PACK,
          0,
          true);

  /// When fair sharing may take a victim (KEP-1714, rules S2-a and S2-b).
  public enum FairStrategy {
    LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,
    LESS_THAN_INITIAL_SHARE
  }

  public SchedulingPolicy {
    preemptionStrategies = List.copyOf(preemptionStrategies);
  }

  /// With the default rules of eviction and order.
  public SchedulingPolicy(
      boolean fairSharing,
      List<FairStrategy> preemptionStrategies,
      PlacementStrategy placement,
      int headsPerProject,
      boolean checkpointAwareVictims) {
    this(
        fairSharing,
        preemptionStrategies,
        placement,
        headsPerProject,
        checkpointAwareVictims,
        EvictionRules.DEFAULT,
        QueueOrder.BY_PRIORITY);
  }

  public SchedulingPolicy with(EvictionRules newEvictions, QueueOrder newOrder) {
    return new SchedulingPolicy(
        fairSharing,
        preemptionStrategies,
        placement,
        headsPerProject,
        checkpointAwareVictims,
        newEvictions,
        newOrder);
  }
}
