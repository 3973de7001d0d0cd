package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.UseOfRuns;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.HoldingRun;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.WorldView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// How busy the GPUs are that jobs hold. Asked of the clusters each time; nothing is kept.
@RestController
@RequestMapping("/api/v1/reports")
@Tag(name = "Reports")
final class BusyReportController {
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final int STEPS = 12;

  /// Each is a question to a cluster.
  private static final int RUNS_MOST = 100;

  private final JobQueries queries;
  private final UseOfRuns use;
  private final WorldView view;
  private final InstantSource clock;

  BusyReportController(JobQueries queries, UseOfRuns use, WorldView view, InstantSource clock) {
    this.queries = queries;
    this.use = use;
    this.view = view;
    this.clock = clock;
  }

  /// The last hour of the visible runs that hold GPUs now.
  ///
  /// @param availableGpus of the nodes that are ready and take work
  /// @param allocatedGpus held by these runs
  /// @param measuredGpus the part of them whose cluster measured them; the largest hundred runs are
  ///   asked about
  /// @param utilised mean over the measured GPUs, as a share; null when none was measured
  /// @param effective the same, times allocated / available
  /// @param idleGpus measured, and in no five minutes of the hour as busy as 5 per cent
  /// @param runs the least busy first, of these the largest
  @Schema(name = "BusyReport")
  record BusyDocument(
      String availableGpus,
      String allocatedGpus,
      String measuredGpus,
      @Schema(example = "0.7350") @Nullable String utilised,
      @Schema(example = "0.5512") @Nullable String effective,
      String idleGpus,
      List<BusyRow> runs) {}

  /// A run that was measured.
  ///
  /// @param utilisedPercent mean of its GPUs over the hour
  @Schema(name = "BusyRow")
  record BusyRow(
      String job,
      String jobName,
      String project,
      String user,
      String gpus,
      int utilisedPercent,
      boolean idle) {}

  private record Measured(Job job, long milliGpus, BusyHour hour) {}

  @GetMapping("/busy")
  @Operation(
      operationId = "getBusyReport",
      summary = "How busy the GPUs are that jobs hold now",
      description = "The last hour, as the clusters measured it. Takes as long as they do.")
  BusyDocument busy(Call call) {
    call.requireAnywhere(Permission.JOB_READ);
    var visible = call.caller().projects(Permission.JOB_READ);
    List<HoldingRun> holding =
        queries.holding().stream().filter(it -> visible.contains(it.job().project())).toList();
    long allocated = holding.stream().mapToLong(BusyReportController::milliGpus).sum();
    Instant now = clock.instant();
    List<Measured> measured = new ArrayList<>();
    holding.stream()
        .filter(it -> it.run().startedAt() != null && milliGpus(it) > 0)
        .sorted(Comparator.comparingLong(BusyReportController::milliGpus).reversed())
        .limit(RUNS_MOST)
        .forEach(
            it -> {
              BusyHour hour = BusyHour.of(ask(it, now), STEPS);
              if (hour != null) {
                measured.add(new Measured(it.job(), milliGpus(it), hour));
              }
            });
    return document(available(), allocated, measured);
  }

  private RunUse ask(HoldingRun it, Instant now) {
    Instant hourAgo = now.minus(STEP.multipliedBy(STEPS));
    Instant started = it.run().startedAt();
    Instant from = started == null || started.isBefore(hourAgo) ? hourAgo : started;
    return use.of(new RunUse.Question(it.job(), it.run(), from, now, STEP));
  }

  private static BusyDocument document(long available, long allocated, List<Measured> measured) {
    long gpus = 0;
    long idle = 0;
    long busy = 0;
    List<BusyRow> rows = new ArrayList<>();
    for (Measured each : measured) {
      BusyHour hour = each.hour();
      gpus += each.milliGpus();
      idle += hour.idle() ? each.milliGpus() : 0;
      busy += each.milliGpus() * hour.percent();
      rows.add(
          new BusyRow(
              each.job().id().value(),
              each.job().name(),
              each.job().project(),
              each.job().user(),
              Fields.decimal(each.milliGpus()),
              hour.percent(),
              hour.idle()));
    }
    // Sorting keeps the order of those that are alike: the largest first.
    rows.sort(Comparator.comparingInt(BusyRow::utilisedPercent));
    BigDecimal utilised = gpus == 0 ? null : share(BigDecimal.valueOf(busy, 2), gpus);
    return new BusyDocument(
        Fields.decimal(available),
        Fields.decimal(allocated),
        Fields.decimal(gpus),
        utilised == null ? null : utilised.toPlainString(),
        utilised == null || available == 0
            ? null
            : share(utilised.multiply(BigDecimal.valueOf(allocated)), available).toPlainString(),
        Fields.decimal(idle),
        rows);
  }

  private static BigDecimal share(BigDecimal part, long whole) {
    return part.divide(BigDecimal.valueOf(whole), 4, RoundingMode.HALF_EVEN);
  }

  private static long milliGpus(HoldingRun it) {
    return it.run().holdings().stream().mapToLong(GpuHolding::milliGpus).sum();
  }

  private long available() {
    long gpus = 0;
    for (Node node : view.world().nodes()) {
      gpus += node.ready() && node.schedulable() ? node.capacity().of(Resources.GPU) : 0;
    }
    return gpus * 1_000;
  }
}
