package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Versioned;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.JobStatistics.Span;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// How much is asked for against what there is.
@RestController
@RequestMapping("/api/v1/reports")
@Tag(name = "Reports")
final class QueuePressureController {
  private static final Duration PACE = Duration.ofDays(7);

  private final WorldView view;
  private final QuotaAdmin quota;
  private final JobStatistics statistics;
  private final InstantSource clock;

  QueuePressureController(
      WorldView view, QuotaAdmin quota, JobStatistics statistics, InstantSource clock) {
    this.view = view;
    this.quota = quota;
    this.statistics = statistics;
    this.clock = clock;
  }

  /// The visible queue as of now.
  ///
  /// @param pendingGpus of all waiting jobs
  /// @param availableGpus of the nodes that are ready and take work, free or not
  /// @param pressure pending / available; null when there is nothing
  /// @param startedGpus of the runs that began in the last seven days
  /// @param hoursToDrain until all that waits now has begun, if as many GPUs get work per hour as
  ///   in the last seven days; null when none did
  @Schema(name = "QueueReport")
  record QueueDocument(
      int jobs,
      String pendingGpus,
      String availableGpus,
      @Schema(example = "0.2500") @Nullable String pressure,
      String startedGpus,
      @Schema(example = "3.5") @Nullable String hoursToDrain,
      List<QueueRow> flavors) {}

  /// One flavor. A job that several flavors would take counts at each.
  @Schema(name = "QueueRow")
  record QueueRow(
      String flavor,
      String gpuModel,
      String pendingGpus,
      String availableGpus,
      @Nullable String pressure) {}

  @GetMapping("/queue")
  @Operation(
      operationId = "getQueuePressure",
      summary = "What waits, against what there is",
      description = "Of the projects whose jobs the caller may see.")
  QueueDocument queue(Call call) {
    call.requireAnywhere(Permission.JOB_READ);
    SortedSet<String> projects = new TreeSet<>(call.caller().projects(Permission.JOB_READ));
    World world = view.world();
    int jobs = 0;
    long pending = 0;
    SortedMap<String, Long> byFlavor = new TreeMap<>();
    for (Workload job : world.waiting()) {
      if (projects.contains(job.project())) {
        jobs++;
        pending += job.milliGpus();
        for (String flavor : world.takers(job.podSets())) {
          byFlavor.merge(flavor, job.milliGpus(), Math::addExact);
        }
      }
    }
    long available = available(world, _ -> true);
    Instant now = clock.instant();
    long started = statistics.startedMilliGpus(projects, new Span(now.minus(PACE), now, now));
    return new QueueDocument(
        jobs,
        Fields.decimal(pending),
        Fields.decimal(available),
        ratio(pending, available, 4),
        Fields.decimal(started),
        ratio(pending * PACE.toHours(), started, 1),
        rows(world, byFlavor));
  }

  private List<QueueRow> rows(World world, SortedMap<String, Long> pending) {
    List<QueueRow> rows = new ArrayList<>();
    for (Versioned<FlavorSettings> each : quota.flavors().list()) {
      FlavorSettings flavor = each.value();
      var labels = flavor.flavor().nodeLabels().entrySet();
      long available = available(world, it -> it.labels().entrySet().containsAll(labels));
      long asked = pending.getOrDefault(flavor.name(), 0L);
      if (available > 0 || asked > 0) {
        rows.add(
            new QueueRow(
                flavor.name(),
                flavor.gpuModel(),
                Fields.decimal(asked),
                Fields.decimal(available),
                ratio(asked, available, 4)));
      }
    }
    return rows;
  }

  /// In thousandths.
  private static long available(World world, Predicate<Node> which) {
    long gpus = 0;
    for (Node node : world.nodes()) {
      if (node.ready() && node.schedulable() && which.test(node)) {
        gpus += node.capacity().of(Resources.GPU);
      }
    }
    return gpus * 1_000;
  }

  private static @Nullable String ratio(long part, long whole, int decimals) {
    return whole == 0
        ? null
        : BigDecimal.valueOf(part)
            .divide(BigDecimal.valueOf(whole), decimals, RoundingMode.HALF_EVEN)
            .toPlainString();
  }
}
