package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.accounting.QuotaUse;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.GpuTime;
import io.gpuaas.placement.JobStatistics.Span;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What became of guaranteed quota, and how evenly it was used.
@RestController
@RequestMapping("/api/v1/reports")
@Tag(name = "Reports")
final class QuotaUseController {
  private static final Duration LONGEST = Duration.ofDays(32);

  private final QuotaUse use;
  private final Spells spells;
  private final InstantSource clock;

  QuotaUseController(QuotaUse use, Spells spells, InstantSource clock) {
    this.use = use;
    this.spells = spells;
    this.clock = clock;
  }

  /// The use of quota by the visible projects.
  ///
  /// @param jainIndex of use / guarantee over the projects that used or were refused something: 1
  ///   when all had the same share of their guarantee, 1 / n when one of n had all; null of none
  /// @param comparedProjects over which it is
  @Schema(name = "QuotaUseReport")
  record QuotaUseDocument(
      List<QuotaUseRow> rows,
      @Schema(example = "0.871") @Nullable String jainIndex,
      int comparedProjects) {}

  /// GPU-hours of a project in a pool.
  ///
  /// @param nominal used within the guarantee
  /// @param unused guaranteed, not used, and not waited for
  /// @param starved guaranteed, not used, and waited for: at each instant the less of both
  /// @param overQuota borrowed / used; null when nothing was used
  /// @param starvedSince since when without a break, when it still is at the end; else null
  @Schema(name = "QuotaUseRow")
  record QuotaUseRow(
      String project,
      String pool,
      @Schema(example = "128.000000") String guaranteed,
      String nominal,
      String borrowed,
      String unused,
      String starved,
      @Schema(example = "0.2500") @Nullable String overQuota,
      @Nullable Instant starvedSince) {
    static QuotaUseRow of(QuotaUse.Row it) {
      GpuTime used = it.nominal().plus(it.borrowed());
      return new QuotaUseRow(
          it.project(),
          it.pool(),
          it.guaranteed().gpuHours().toPlainString(),
          it.nominal().gpuHours().toPlainString(),
          it.borrowed().gpuHours().toPlainString(),
          it.unused().gpuHours().toPlainString(),
          it.starved().gpuHours().toPlainString(),
          UseSums.share(it.borrowed(), used),
          it.starvedSince());
    }
  }

  @GetMapping("/quota-use")
  @Operation(
      operationId = "getQuotaUse",
      summary = "Quota that was used, left alone, or wanted in vain",
      description =
          "Of the projects whose quota the caller may see, for at most 32 days. A guarantee counts"
              + " as it was at each moment.")
  QuotaUseDocument quotaUse(
      Call call,
      @Parameter(example = "2026-11-01") @RequestParam String from,
      @Parameter(example = "2026-12-01") @RequestParam String to,
      @Parameter(description = "Only these projects, separated by commas")
          @RequestParam(required = false)
          @Nullable String project) {
    call.requireAnywhere(Permission.QUOTA_READ);
    SortedSet<String> projects = new TreeSet<>(call.caller().projects(Permission.QUOTA_READ));
    if (project != null && !project.isEmpty()) {
      projects = new TreeSet<>(List.of(project.split(",", -1)));
      projects.forEach(it -> call.requireProject(Permission.QUOTA_READ, it));
    }
    ZoneId zone = ZoneId.of(call.caller().organisation().settings().timeZone());
    TimeWindow window = TimeWindow.of(from, to, zone, LONGEST);
    Span span = new Span(window.from(), window.to(), clock.instant());
    List<QuotaUse.Row> rows =
        use.rows(projects, span.from(), span.to(), span.now(), spells.of(projects, span));
    Evenness evenness = Evenness.of(rows);
    return new QuotaUseDocument(
        rows.stream().map(QuotaUseRow::of).toList(), evenness.text(), evenness.projects());
  }
}
