package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.placement.ForeignRun;
import io.gpuaas.placement.ForeignRuns;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// What others run on a cluster of ours: counted and billed, not decided here.
@RestController
@RequestMapping("/api/v1/clusters/{cluster}")
@Tag(name = "Capacity")
final class ForeignUseController {
  private final InventoryAdmin inventory;
  private final ForeignRuns foreign;

  ForeignUseController(InventoryAdmin inventory, ForeignRuns foreign) {
    this.inventory = inventory;
    this.foreign = foreign;
  }

  /// @param milliGpus all that others hold, whoever may see it
  /// @param pods of the projects that the caller may see
  @Schema(name = "ForeignUse")
  record ForeignUseDocument(String cluster, long milliGpus, List<ForeignPodDocument> pods) {}

  @Schema(name = "ForeignPod")
  record ForeignPodDocument(
      @Schema(description = "Its id in exports of the ledger") String run,
      @Schema(example = "research") String namespace,
      String name,
      @Schema(example = "Job") String workloadKind,
      @Schema(example = "train") String workload,
      @Schema(description = "Kueue's LocalQueue that it came through") @Nullable String queue,
      @Schema(description = "Who pays, by the settings of the cluster") String project,
      String node,
      String gpuModel,
      long milliGpus,
      @Schema(description = "From when it is counted") Instant boundAt,
      @Nullable Instant startedAt) {}

  @GetMapping("/foreign-use")
  @Operation(
      operationId = "getForeignUse",
      summary = "What pods that are not ours hold of a cluster's GPUs",
      description =
          """
          Jobs that came through Kueue's own queues, or were made by hand. They take room, and are \
          billed to the project that the cluster's settings `foreignProjects` and \
          `foreignAccount` name.\
          """)
  ForeignUseDocument get(Call call, @PathVariable String cluster) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    if (inventory.cluster(cluster).isEmpty()) {
      throw ProblemException.notFound("No cluster", cluster);
    }
    List<ForeignRun> all = foreign.holding(cluster);
    return new ForeignUseDocument(
        cluster,
        all.stream().mapToLong(ForeignRun::milliGpus).sum(),
        all.stream()
            .filter(it -> call.caller().may(Permission.JOB_READ, Scope.project(it.project())))
            .map(ForeignUseController::document)
            .toList());
  }

  private static ForeignPodDocument document(ForeignRun it) {
    return new ForeignPodDocument(
        it.run().value(),
        it.namespace(),
        it.name(),
        it.workload().kind(),
        it.workload().name(),
        it.queue().isEmpty() ? null : it.queue(),
        it.project(),
        it.node().name(),
        it.model(),
        it.milliGpus(),
        it.boundAt(),
        it.startedAt());
  }
}
