package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Versioned;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// What is free now.
@RestController
@RequestMapping("/api/v1/availability")
@Tag(name = "Capacity")
final class AvailabilityController {
  private final WorldView view;
  private final QuotaAdmin quota;
  private final JobStatistics statistics;
  private final InstantSource clock;

  AvailabilityController(
      WorldView view, QuotaAdmin quota, JobStatistics statistics, InstantSource clock) {
    this.view = view;
    this.quota = quota;
    this.statistics = statistics;
    this.clock = clock;
  }

  /// Free GPUs and how many are asked for.
  ///
  /// @param pendingGpus of all waiting jobs
  /// @param oldestWaitSeconds of the job that has waited longest since it last began to wait; null
  ///   when nothing waits
  @Schema(name = "Availability")
  record AvailabilityDocument(
      List<ModelDocument> models, String pendingGpus, @Nullable Long oldestWaitSeconds) {}

  /// One flavor.
  ///
  /// @param free on nodes that are ready and schedulable
  /// @param largestGang most GPUs that one job could get now, in one cluster
  /// @param nodesFree number of nodes by their free GPUs
  @Schema(name = "ModelAvailability")
  record ModelDocument(
      String flavor,
      String gpuModel,
      long gpus,
      long free,
      long largestGang,
      SortedMap<String, Integer> nodesFree) {}

  @GetMapping
  @Operation(
      operationId = "getAvailability",
      summary = "Free GPUs per model, and the queue",
      description = "What could start now, counted over all clusters that take work.")
  AvailabilityDocument get(Call call) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    World world = view.world();
    List<ModelDocument> models = new ArrayList<>();
    for (Versioned<FlavorSettings> flavor : quota.flavors().list()) {
      FlavorSettings it = flavor.value();
      FreeGpus free = FreeGpus.of(world, List.of(it.flavor().nodeLabels()), 1);
      if (free.gpus() > 0) {
        models.add(document(it, free));
      }
    }
    long pending = 0;
    for (Workload waiting : world.waiting()) {
      pending += waiting.milliGpus();
    }
    Instant oldest = statistics.waitingSince();
    Long wait =
        oldest == null ? null : Math.max(0, Duration.between(oldest, clock.instant()).toSeconds());
    return new AvailabilityDocument(models, Fields.decimal(pending), wait);
  }

  private static ModelDocument document(FlavorSettings flavor, FreeGpus free) {
    SortedMap<String, Integer> nodes = new TreeMap<>();
    free.nodesByFree().forEach((gpus, count) -> nodes.put(Long.toString(gpus), count));
    return new ModelDocument(
        flavor.name(), flavor.gpuModel(), free.gpus(), free.free(), free.largestGang(), nodes);
  }
}
