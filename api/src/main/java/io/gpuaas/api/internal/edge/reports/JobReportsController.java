package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.GpuTime;
import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.JobStatistics.FailureCause;
import io.gpuaas.placement.JobStatistics.OutcomeGroup;
import io.gpuaas.placement.JobStatistics.Percentiles;
import io.gpuaas.placement.JobStatistics.Span;
import io.gpuaas.placement.JobStatistics.StopGroup;
import io.gpuaas.placement.JobStatistics.WaitGroup;
import io.gpuaas.placement.JobStatistics.WaitKey;
import io.gpuaas.placement.Observation.RunOutcome;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Waiting, stopping and failing, counted over the visible projects.
@RestController
@RequestMapping("/api/v1/reports")
@Tag(name = "Reports")
final class JobReportsController {
  private static final Duration LONGEST = Duration.ofDays(400);

  private final JobStatistics statistics;
  private final InstantSource clock;

  JobReportsController(JobStatistics statistics, InstantSource clock) {
    this.statistics = statistics;
    this.clock = clock;
  }

  /// Waits of jobs submitted in the time asked for.
  @Schema(name = "WaitReport")
  record WaitReport(List<WaitRow> rows) {}

  /// Waits of one group.
  ///
  /// @param key of the group: a size is named by its least GPU count (0, 1, 2, 8, 9, 65)
  /// @param jobs that started or still wait; the percentiles are over these
  /// @param waiting of those, the ones that still wait, with their wait until now
  /// @param neverStarted ended without a start
  /// @param medianSeconds and the others: null when there are no jobs
  /// @param toRunning from submit until all pods ran, in seconds: of jobs that still wait for that,
  ///   until now
  /// @param slowdown of jobs that have ended: from submit to end, divided by the time in which they
  ///   had GPUs, which counts as ten seconds at least; never less than 1
  @Schema(name = "WaitRow")
  record WaitRow(
      String key,
      int jobs,
      int waiting,
      int neverStarted,
      @Nullable Long medianSeconds,
      @Nullable Long p90Seconds,
      @Nullable Long p95Seconds,
      @Nullable Long longestSeconds,
      WaitPercentiles toRunning,
      SlowdownPercentiles slowdown) {
    static WaitRow of(WaitGroup it) {
      return new WaitRow(
          it.key(),
          it.jobs(),
          it.waiting(),
          it.neverStarted(),
          seconds(it.medianMillis()),
          seconds(it.p90Millis()),
          seconds(it.p95Millis()),
          seconds(it.longestMillis()),
          WaitPercentiles.of(it.toRunning()),
          SlowdownPercentiles.of(it.slowdown()));
    }
  }

  /// Nearest rank; null when there are no jobs.
  @Schema(name = "WaitPercentiles")
  record WaitPercentiles(
      @Nullable Long medianSeconds, @Nullable Long p90Seconds, @Nullable Long p95Seconds) {
    static WaitPercentiles of(Percentiles it) {
      return new WaitPercentiles(seconds(it.median()), seconds(it.p90()), seconds(it.p95()));
    }
  }

  /// Nearest rank, two decimals; null when no job has ended.
  @Schema(name = "SlowdownPercentiles")
  record SlowdownPercentiles(
      @Schema(example = "1.25") @Nullable String median,
      @Nullable String p90,
      @Nullable String p95) {
    static SlowdownPercentiles of(Percentiles it) {
      return new SlowdownPercentiles(ratio(it.median()), ratio(it.p90()), ratio(it.p95()));
    }

    private static @Nullable String ratio(@Nullable Long thousandths) {
      return thousandths == null
          ? null
          : BigDecimal.valueOf(thousandths, 3).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }
  }

  private static @Nullable Long seconds(@Nullable Long millis) {
    return millis == null ? null : millis / 1000;
  }

  @GetMapping("/waits")
  @Operation(
      operationId = "getWaits",
      summary = "How long jobs waited",
      description =
          """
          From submit to the first GPUs, of jobs submitted in `[from, to)`. Jobs that still wait \
          count with their wait until now, so that a queue that is stuck shows. Percentiles are \
          waits that occurred (nearest rank).\
          """)
  WaitReport waits(
      Call call,
      @Parameter(example = "2026-11-01") @RequestParam String from,
      @Parameter(example = "2026-12-01") @RequestParam String to,
      @Parameter(description = "size, model, project, priority or day", example = "size")
          @RequestParam
          String groupBy,
      @Parameter(description = "Only these projects, separated by commas")
          @RequestParam(required = false)
          @Nullable String project) {
    SortedSet<String> projects = projects(call, project);
    WaitKey key = key(groupBy);
    return new WaitReport(
        statistics.waits(projects, key, span(call, from, to)).stream().map(WaitRow::of).toList());
  }

  private static WaitKey key(String word) {
    List<String> known = new ArrayList<>();
    for (WaitKey key : WaitKey.values()) {
      String name = key.name().toLowerCase(Locale.ROOT);
      if (name.equals(word)) {
        return key;
      }
      known.add(name);
    }
    throw ProblemException.ofParameter("groupBy", "must be of " + known + ".", word);
  }

  /// Why runs were stopped, and how runs ended.
  ///
  /// @param gpuHours that all runs held which ended in the time asked about
  /// @param goodput the part of it that was not in vain: all of the runs that succeeded, of the
  ///   others until their last checkpoint; as a share, null when nothing was held
  @Schema(name = "ReliabilityReport")
  record ReliabilityReport(
      List<StopRow> stops,
      List<OutcomeRow> outcomes,
      String gpuHours,
      String keptGpuHours,
      @Schema(example = "0.9312") @Nullable String goodput) {}

  /// Runs that were told to stop.
  ///
  /// @param claimantProject for whose job; null when for nobody, or not to be seen
  /// @param lostGpuHours work that had to be done again
  /// @param per1000GpuHours such stops for each thousand GPU-hours of `gpuHours`; null of none
  /// @param medianNoticeSeconds from the notice until the room was free
  @Schema(name = "StopRow")
  record StopRow(
      String reason,
      String project,
      @Nullable String claimantProject,
      int runs,
      int jobs,
      String lostGpuHours,
      @Nullable String per1000GpuHours,
      @Nullable Long medianNoticeSeconds) {}

  /// Runs by how they ended.
  ///
  /// @param cause of a failure, as far as the cluster tells: a node or its GPU, killed from outside
  ///   (exit code 137, as a rule for want of memory), or the program itself; null for other ends
  /// @param keptGpuHours as in the sum of all
  /// @param per1000GpuHours runs with this end for each thousand GPU-hours of all these runs; null
  ///   when nothing was held
  @Schema(name = "OutcomeRow")
  record OutcomeRow(
      RunOutcome outcome,
      @Nullable FailureCause cause,
      int runs,
      int jobs,
      String gpuHours,
      String lostGpuHours,
      String keptGpuHours,
      @Nullable String per1000GpuHours) {}

  @GetMapping("/reliability")
  @Operation(
      operationId = "getReliability",
      summary = "Preemptions and other ends of runs",
      description = "Stops by their notice, ends of runs by their time, in `[from, to)`.")
  ReliabilityReport reliability(
      Call call,
      @Parameter(example = "2026-11-01") @RequestParam String from,
      @Parameter(example = "2026-12-01") @RequestParam String to,
      @RequestParam(required = false) @Nullable String project) {
    SortedSet<String> projects = projects(call, project);
    SortedSet<String> visible = new TreeSet<>(call.caller().projects(Permission.JOB_READ));
    Span span = span(call, from, to);
    List<OutcomeGroup> outcomes = statistics.outcomes(projects, span);
    GpuTime held = GpuTime.ZERO;
    GpuTime kept = GpuTime.ZERO;
    for (OutcomeGroup group : outcomes) {
      held = held.plus(new GpuTime(group.heldMilliGpuMillis()));
      kept = kept.plus(new GpuTime(group.keptMilliGpuMillis()));
    }
    BigDecimal whole = held.gpuHours();
    return new ReliabilityReport(
        statistics.stops(projects, span).stream().map(it -> row(it, visible, whole)).toList(),
        outcomes.stream().map(it -> row(it, whole)).toList(),
        whole.toPlainString(),
        kept.gpuHours().toPlainString(),
        UseSums.share(kept, held));
  }

  private static StopRow row(StopGroup it, SortedSet<String> visible, BigDecimal whole) {
    String claimant = it.claimantProject();
    return new StopRow(
        it.reason(),
        it.project(),
        claimant != null && visible.contains(claimant) ? claimant : null,
        it.runs(),
        it.jobs(),
        hours(it.lostMilliGpuMillis()),
        rate(it.runs(), whole),
        seconds(it.medianNoticeMillis()));
  }

  private static OutcomeRow row(OutcomeGroup it, BigDecimal whole) {
    return new OutcomeRow(
        it.outcome(),
        it.cause(),
        it.runs(),
        it.jobs(),
        hours(it.heldMilliGpuMillis()),
        hours(it.lostMilliGpuMillis()),
        hours(it.keptMilliGpuMillis()),
        rate(it.runs(), whole));
  }

  private static @Nullable String rate(int runs, BigDecimal gpuHours) {
    return gpuHours.signum() == 0
        ? null
        : BigDecimal.valueOf(runs)
            .movePointRight(3)
            .divide(gpuHours, 2, RoundingMode.HALF_EVEN)
            .toPlainString();
  }

  private static String hours(long milliGpuMillis) {
    return new GpuTime(milliGpuMillis).gpuHours().toPlainString();
  }

  private static SortedSet<String> projects(Call call, @Nullable String names) {
    call.requireAnywhere(Permission.JOB_READ);
    if (names == null || names.isEmpty()) {
      return new TreeSet<>(call.caller().projects(Permission.JOB_READ));
    }
    SortedSet<String> asked = new TreeSet<>(List.of(names.split(",", -1)));
    asked.forEach(it -> call.requireProject(Permission.JOB_READ, it));
    return asked;
  }

  private Span span(Call call, String from, String to) {
    ZoneId zone = ZoneId.of(call.caller().organisation().settings().timeZone());
    TimeWindow window = TimeWindow.of(from, to, zone, LONGEST);
    return new Span(window.from(), window.to(), clock.instant());
  }
}
