package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SchedulingPolicy.FairStrategy;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The scheduling policy as it is sent; what is left out gets its default.
@Schema(name = "SchedulingPolicyInput")
@ReadOnlyFields("version")
record SchedulingPolicyInput(
    @Schema(defaultValue = "false") @Nullable Boolean fairSharing,
    @Size(min = 1, max = 2) @Nullable List<FairStrategy> preemptionStrategies,
    @Schema(defaultValue = "PACK") @Nullable PlacementStrategy placement,
    @Schema(defaultValue = "0") @Min(0) @Max(100_000) @Nullable Integer headsPerProject,
    @Schema(defaultValue = "true") @Nullable Boolean checkpointAwareVictims,
    @Nullable EvictionsInput evictions,
    @Nullable OrderInput order) {
  private static final String WEIGHT_MAX = "1000000";

  @Schema(name = "EvictionRulesInput")
  record EvictionsInput(
      @Schema(defaultValue = "0s") @Size(max = 32) @Nullable String minRuntime,
      @Schema(defaultValue = "0s") @Size(max = 32) @Nullable String notice,
      @Schema(defaultValue = "30m") @Size(max = 32) @Nullable String claim,
      @Schema(defaultValue = "1") @Min(0) @Max(1000) @Nullable Integer inARow) {
    EvictionRules rules(Fields fields) {
      EvictionRules base = EvictionRules.DEFAULT;
      return new EvictionRules(
          fields.millis("/evictions/minRuntime", minRuntime, base.minRuntimeMillis()),
          fields.millis("/evictions/notice", notice, base.noticeMillis()),
          fields.millis("/evictions/claim", claim, base.claimMillis()),
          Objects.requireNonNullElse(inARow, base.evictionsInARow()));
    }
  }

  @Schema(name = "QueueOrderInput")
  record OrderInput(
      @Schema(defaultValue = "0s", example = "7d") @Size(max = 32) @Nullable String halfLife,
      @Schema(defaultValue = "1") @Size(min = 1, max = 20) @Nullable String priorityWeight,
      @Schema(defaultValue = "0") @Size(min = 1, max = 20) @Nullable String shareWeight) {
    QueueOrder order(Fields fields) {
      QueueOrder base = QueueOrder.BY_PRIORITY;
      return new QueueOrder(
          fields.millis("/order/halfLife", halfLife, base.halfLifeMillis()),
          weight("/order/priorityWeight", priorityWeight, base.priorityWeightMilli(), fields),
          weight("/order/shareWeight", shareWeight, base.shareWeightMilli(), fields));
    }

    private static long weight(
        String pointer, @Nullable String text, long otherwise, Fields fields) {
      return text == null ? otherwise : fields.milli(pointer, text, WEIGHT_MAX);
    }
  }

  /// The policy meant; faults of texts are thrown together.
  SchedulingPolicy policy() {
    SchedulingPolicy base = SchedulingPolicy.DEFAULT;
    Fields fields = new Fields();
    SchedulingPolicy meant =
        new SchedulingPolicy(
            Objects.requireNonNullElse(fairSharing, base.fairSharing()),
            Objects.requireNonNullElse(preemptionStrategies, base.preemptionStrategies()),
            Objects.requireNonNullElse(placement, base.placement()),
            Objects.requireNonNullElse(headsPerProject, base.headsPerProject()),
            Objects.requireNonNullElse(checkpointAwareVictims, base.checkpointAwareVictims()),
            evictions == null ? base.evictions() : evictions.rules(fields),
            order == null ? base.order() : order.order(fields));
    fields.check();
    return meant;
  }
}
