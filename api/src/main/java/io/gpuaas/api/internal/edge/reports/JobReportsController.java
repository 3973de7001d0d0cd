package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.GpuTime;
import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.JobStatistics.OutcomeGroup;
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
  @Schema(name = "WaitRow")
  record WaitRow(
      String key,
      int jobs,
      int waiting,
      int neverStarted,
      @Nullable Long medianSeconds,
      @Nullable Long p90Seconds,
      @Nullable Long p95Seconds,
      @Nullable Long longestSeconds) {
    static WaitRow of(WaitGroup it) {
      return new WaitRow(
          it.key(),
          it.jobs(),
          it.waiting(),
          it.neverStarted(),
          seconds(it.medianMillis()),
          seconds(it.p90Millis()),
          seconds(it.p95Millis()),
          seconds(it.longestMillis()));
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
  @Schema(name = "ReliabilityReport")
  record ReliabilityReport(List<StopRow> stops, List<OutcomeRow> outcomes) {}

  /// Runs that were told to stop.
  ///
  /// @param claimantProject for whose job; null when for nobody, or not to be seen
  /// @param lostGpuHours work that had to be done again
  /// @param medianNoticeSeconds from the notice until the room was free
  @Schema(name = "StopRow")
  record StopRow(
      String reason,
      String project,
      @Nullable String claimantProject,
      int runs,
      int jobs,
      String lostGpuHours,
      @Nullable Long medianNoticeSeconds) {}

  /// Runs by how they ended.
  ///
  /// @param per1000GpuHours runs with this end for each thousand GPU-hours of all these runs; null
  ///   when nothing was held
  @Schema(name = "OutcomeRow")
  record OutcomeRow(
      RunOutcome outcome,
      int runs,
      int jobs,
      String gpuHours,
      String lostGpuHours,
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
    return new ReliabilityReport(
        statistics.stops(projects, span).stream().map(it -> row(it, visible)).toList(),
        rows(statistics.outcomes(projects, span)));
  }

  private static StopRow row(StopGroup it, SortedSet<String> visible) {
    String claimant = it.claimantProject();
    return new StopRow(
        it.reason(),
        it.project(),
        claimant != null && visible.contains(claimant) ? claimant : null,
        it.runs(),
        it.jobs(),
        hours(it.lostMilliGpuMillis()),
        seconds(it.medianNoticeMillis()));
  }

  private static List<OutcomeRow> rows(List<OutcomeGroup> groups) {
    GpuTime held = GpuTime.ZERO;
    for (OutcomeGroup group : groups) {
      held = held.plus(new GpuTime(group.heldMilliGpuMillis()));
    }
    BigDecimal whole = held.gpuHours();
    return groups.stream()
        .map(
            it ->
                new OutcomeRow(
                    it.outcome(),
                    it.runs(),
                    it.jobs(),
                    hours(it.heldMilliGpuMillis()),
                    hours(it.lostMilliGpuMillis()),
                    whole.signum() == 0 ? null : rate(it.runs(), whole)))
        .toList();
  }

  private static String rate(int runs, BigDecimal gpuHours) {
    return BigDecimal.valueOf(runs)
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
