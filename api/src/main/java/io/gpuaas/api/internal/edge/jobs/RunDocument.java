package io.gpuaas.api.internal.edge.jobs;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.core.UsageClass;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.RunState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One attempt of a job on a cluster.
@Schema(name = "Run")
record RunDocument(
    String id,
    int attempt,
    RunState state,
    @Nullable String cluster,
    Instant boundAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant releasedAt,
    Observation.@Nullable RunOutcome outcome,
    @Nullable Integer exitCode,
    String reason,
    List<HoldingDocument> holdings,
    @Schema(example = "32.000000") String gpuHours,
    @Nullable Money amount) {

  /// GPUs that it holds in one pool on one account.
  @Schema(name = "GpuHolding")
  record HoldingDocument(
      String pool, String model, @JsonProperty("class") UsageClass usageClass, String gpus) {}
}
