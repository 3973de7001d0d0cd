package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.cluster.KueueTree;
import io.gpuaas.cluster.KueueTrees;
import io.gpuaas.cluster.KueueTrees.Answer;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The quota tree that a cluster's own Kueue has.
@RestController
@RequestMapping("/api/v1/clusters/{cluster}")
@Tag(name = "Capacity")
final class KueueController {
  private final InventoryAdmin inventory;
  private final KueueTrees kueue;

  KueueController(InventoryAdmin inventory, KueueTrees kueue) {
    this.inventory = inventory;
    this.kueue = kueue;
  }

  /// @param installed false where the cluster has no Kueue; then the lists are empty
  @Schema(name = "KueueTree")
  record KueueDocument(
      String cluster,
      boolean installed,
      List<CohortDocument> cohorts,
      List<QueueDocument> clusterQueues,
      List<LocalQueueDocument> localQueues) {}

  @Schema(name = "KueueCohort")
  record CohortDocument(String name, @Nullable String parent, List<CellDocument> quotas) {}

  @Schema(name = "KueueClusterQueue")
  record QueueDocument(
      String name,
      @Nullable String cohort,
      @Schema(description = "Whether we keep it in step with our quotas") boolean ours,
      @Schema(description = "Whether it admits anything") boolean active,
      @Schema(description = "Why it does not") @Nullable String why,
      long pending,
      long admitted,
      List<CellDocument> quotas) {}

  /// Quota of a resource in a flavor, in the words of Kubernetes.
  @Schema(name = "KueueQuota")
  record CellDocument(
      String flavor,
      String resource,
      String nominal,
      @Nullable String borrowingLimit,
      @Nullable String lendingLimit,
      String used,
      String borrowed) {}

  @Schema(name = "KueueLocalQueue")
  record LocalQueueDocument(
      String namespace,
      String name,
      String clusterQueue,
      @Schema(description = "Who pays for what comes through it") String project,
      boolean ours,
      long pending,
      long admitted) {}

  @GetMapping("/kueue")
  @Operation(
      operationId = "getKueueTree",
      summary = "The queues of a cluster's own Kueue",
      description = "Read of the cluster now, whatever its backend here is. Nothing is written.")
  KueueDocument get(Call call, @PathVariable String cluster) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    Cluster found =
        inventory
            .cluster(cluster)
            .map(Versioned::value)
            .orElseThrow(() -> ProblemException.notFound("No cluster", cluster));
    return switch (kueue.read(found)) {
      case Answer.Read(KueueTree tree) -> document(cluster, tree);
      case Answer.None() -> new KueueDocument(cluster, false, List.of(), List.of(), List.of());
      case Answer.Unreachable(String detail) ->
          throw new ProblemException(
              ProblemCode.UNAVAILABLE,
              "Cluster %s does not show its queues: %s".formatted(cluster, detail));
    };
  }

  private static KueueDocument document(String cluster, KueueTree tree) {
    return new KueueDocument(
        cluster,
        true,
        tree.cohorts().stream()
            .map(it -> new CohortDocument(it.name(), it.parent(), cells(it.quotas())))
            .toList(),
        tree.queues().stream().map(KueueController::document).toList(),
        tree.localQueues().stream().map(KueueController::document).toList());
  }

  private static QueueDocument document(KueueTree.ClusterQueue it) {
    return new QueueDocument(
        it.name(),
        it.cohort(),
        it.ours(),
        it.active(),
        it.why().isEmpty() ? null : it.why(),
        it.pending(),
        it.admitted(),
        cells(it.quotas()));
  }

  private static LocalQueueDocument document(KueueTree.LocalQueue it) {
    return new LocalQueueDocument(
        it.namespace(),
        it.name(),
        it.clusterQueue(),
        it.project(),
        it.ours(),
        it.pending(),
        it.admitted());
  }

  private static List<CellDocument> cells(List<KueueTree.Cell> cells) {
    return cells.stream()
        .map(
            it ->
                new CellDocument(
                    it.flavor(),
                    it.resource(),
                    it.nominal(),
                    it.borrowingLimit(),
                    it.lendingLimit(),
                    it.used(),
                    it.borrowed()))
        .toList();
  }
}
