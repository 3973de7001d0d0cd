package io.gpuaas.api.internal.edge.config;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a change would do, by the engine that decides, on the state of this moment. Nothing is
/// changed, and nothing is said of later decisions: jobs end and come.
///
/// @param starts waiting jobs that would start at once because of the change
/// @param startsNoMore waiting jobs that would have started without it
/// @param stops running jobs that would be evicted because of it
/// @param rejects waiting jobs that could then never run
/// @param hiddenJobs how many of these jobs the caller may not see
/// @param quotas rows whose figures change, GPUs only
/// @param capacity flavors whose free GPUs change
/// @param complete false when the question was too large to look at each waiting job
@Schema(name = "Effect")
record EffectDocument(
    List<EffectJob> starts,
    List<EffectJob> startsNoMore,
    List<EffectJob> stops,
    List<EffectJob> rejects,
    int hiddenJobs,
    List<QuotaChange> quotas,
    List<CapacityChange> capacity,
    boolean complete) {

  @Schema(name = "EffectJob")
  record EffectJob(String job, String jobName, String project, String gpus) {}

  /// A project's figures for one flavor.
  ///
  /// @param borrowedBefore GPUs above the own nominal quota
  /// @param availableBefore how many more it could get
  @Schema(name = "EffectOnQuota")
  record QuotaChange(
      String project,
      String flavor,
      String borrowedBefore,
      String borrowedAfter,
      String availableBefore,
      String availableAfter) {}

  @Schema(name = "EffectOnCapacity")
  record CapacityChange(
      String flavor,
      @Nullable String gpuModel,
      long freeBefore,
      long freeAfter,
      long largestGangBefore,
      long largestGangAfter) {}
}
