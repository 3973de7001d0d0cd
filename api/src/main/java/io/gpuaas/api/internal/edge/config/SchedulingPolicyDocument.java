package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.core.Durations;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SchedulingPolicy.FairStrategy;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.List;

/// The scheduling policy as it is read.
@Schema(name = "SchedulingPolicy")
record SchedulingPolicyDocument(
    @Schema(description = "Order and preempt by dominant resource share") boolean fairSharing,
    @Schema(description = "When fair sharing may take a victim, first to last")
        List<FairStrategy> preemptionStrategies,
    @Schema(description = "How nodes are filled, where neither job nor flavor says it")
        PlacementStrategy placement,
    @Schema(description = "0: each waiting job may be looked at; 1: only the head of each queue")
        int headsPerProject,
    @Schema(description = "Whether lost work counts in the order of victims")
        boolean checkpointAwareVictims,
    EvictionsDocument evictions,
    OrderDocument order,
    long version) {

  /// What protects running jobs from preemption.
  @Schema(name = "EvictionRules")
  record EvictionsDocument(
      @Schema(description = "So long nobody is preempted after it got its room", example = "10m")
          String minRuntime,
      @Schema(description = "So long a preempted job has after it was told", example = "2m")
          String notice,
      @Schema(description = "So long cleared room is kept for whom it was cleared", example = "30m")
          String claim,
      @Schema(
              description =
                  "After so many preemptions without progress a job is left alone for a while;"
                      + " 0: never")
          int inARow) {
    static EvictionsDocument of(EvictionRules it) {
      return new EvictionsDocument(
          duration(it.minRuntimeMillis()),
          duration(it.noticeMillis()),
          duration(it.claimMillis()),
          it.evictionsInARow());
    }
  }

  /// score = priorityWeight × priority − shareWeight × decayed GPU-hours over quota ÷ fair weight
  @Schema(name = "QueueOrder")
  record OrderDocument(
      @Schema(description = "So old GPU-hours count half; 0s: the past does not count")
          String halfLife,
      @Schema(description = "Points for each unit of priority", example = "1")
          String priorityWeight,
      @Schema(description = "Points taken off for each GPU-hour", example = "0.5")
          String shareWeight) {
    static OrderDocument of(QueueOrder it) {
      return new OrderDocument(
          duration(it.halfLifeMillis()),
          Fields.decimal(it.priorityWeightMilli()),
          Fields.decimal(it.shareWeightMilli()));
    }
  }

  static SchedulingPolicyDocument of(SchedulingPolicy it, long version) {
    return new SchedulingPolicyDocument(
        it.fairSharing(),
        it.preemptionStrategies(),
        it.placement(),
        it.headsPerProject(),
        it.checkpointAwareVictims(),
        EvictionsDocument.of(it.evictions()),
        OrderDocument.of(it.order()),
        version);
  }

  private static String duration(long millis) {
    return Durations.format(Duration.ofMillis(millis));
  }
}
