package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.cluster.QueueObjects;
import io.gpuaas.cluster.QueueObjects.Answer;
import io.gpuaas.cluster.QueueObjects.Difference;
import io.gpuaas.cluster.QueueObjects.Item;
import io.gpuaas.cluster.QueueObjects.Step;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.WorldView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Quota objects of clusters' own schedulers, kept in step with the quota tree by hand.
@RestController
@RequestMapping("/api/v1/clusters/{cluster}")
@Tag(name = "Capacity")
final class ClusterQueuesController {
  private final InventoryAdmin inventory;
  private final WorldView view;
  private final QueueObjects queues;
  private final AuditTrail audit;

  ClusterQueuesController(
      InventoryAdmin inventory, WorldView view, QueueObjects queues, AuditTrail audit) {
    this.inventory = inventory;
    this.view = view;
    this.queues = queues;
    this.audit = audit;
  }

  /// What becomes of each object.
  ///
  /// @param inStep nothing is to be done, or was left undone
  @Schema(name = "ClusterQueues")
  record QueuesDocument(
      String cluster, String backend, boolean inStep, List<ObjectDocument> objects) {}

  @Schema(name = "ClusterQueueObject")
  record ObjectDocument(
      Step step,
      @Schema(example = "kueue.x-k8s.io/ClusterQueue") String kind,
      @Nullable String namespace,
      String name,
      List<DifferenceDocument> differences,
      @Schema(description = "Who owns the fields, or why the cluster refuses it")
          @Nullable String detail) {}

  /// A field that differs.
  @Schema(name = "ClusterQueueDifference")
  record DifferenceDocument(String pointer, @Nullable String before, @Nullable String after) {}

  @GetMapping("/queues")
  @Operation(
      operationId = "getClusterQueues",
      summary = "How a cluster's queues differ from the quota tree",
      description = "By dry runs on the cluster: namespaces, and queues or ResourceQuotas.")
  QueuesDocument get(Call call, @PathVariable String cluster) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    Cluster found = find(cluster);
    return document(found, queues.compare(found, view.world().config()));
  }

  @PostMapping("/queues:apply")
  @Operation(
      operationId = "applyClusterQueues",
      summary = "Bring a cluster's queues in step with the quota tree",
      description =
          """
          By server-side apply, without force: what others own is a `CONFLICT` and stays theirs. \
          What is left over is named and not deleted.\
          """)
  QueuesDocument apply(Call call, @PathVariable String cluster) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    Cluster found = find(cluster);
    AuditTrail.Act act =
        new AuditTrail.Act(call.actor(), "cluster.queues", "cluster/" + cluster, "");
    return audit.recording(
        act,
        () -> document(found, queues.apply(found, view.world().config())),
        it -> new AuditTrail.Finding("OK", 200, changes(it), null, null));
  }

  private static String changes(QueuesDocument document) {
    long changed =
        document.objects().stream()
            .filter(it -> it.step() == Step.CREATE || it.step() == Step.CHANGE)
            .count();
    return changed + " objects written";
  }

  private Cluster find(String name) {
    return inventory
        .cluster(name)
        .map(Versioned::value)
        .orElseThrow(() -> ProblemException.notFound("No cluster", name));
  }

  private static QueuesDocument document(Cluster cluster, Answer answer) {
    return switch (answer) {
      case Answer.Objects(List<Item> items) ->
          new QueuesDocument(
              cluster.name(),
              cluster.backend(),
              items.stream().allMatch(it -> it.step() == Step.SAME),
              items.stream().map(ClusterQueuesController::document).toList());
      case Answer.NoQueues(String backend) ->
          throw new ProblemException(
              ProblemCode.CONFLICT, "The backend %s keeps no quota objects.".formatted(backend));
      case Answer.Unreachable(String detail) ->
          throw new ProblemException(
              ProblemCode.UNAVAILABLE,
              "Cluster %s does not answer: %s".formatted(cluster.name(), detail));
    };
  }

  private static ObjectDocument document(Item item) {
    return new ObjectDocument(
        item.step(),
        item.kind(),
        item.namespace().isEmpty() ? null : item.namespace(),
        item.name(),
        item.differences().stream().map(ClusterQueuesController::document).toList(),
        item.detail().isEmpty() ? null : item.detail());
  }

  private static DifferenceDocument document(Difference it) {
    return new DifferenceDocument(it.pointer(), it.before(), it.after());
  }
}
