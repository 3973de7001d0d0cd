package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.placement.JobStatistics.Span;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What became of the hardware's time.
@RestController
@RequestMapping("/api/v1/reports")
@Tag(name = "Reports")
final class UseReportsController {
  private static final Duration LONGEST = Duration.ofDays(32);

  private final ConservationQueries conservation;
  private final Spells spells;
  private final InstantSource clock;

  UseReportsController(ConservationQueries conservation, Spells spells, InstantSource clock) {
    this.conservation = conservation;
    this.spells = spells;
    this.clock = clock;
  }

  /// The same time, added up in four ways.
  ///
  /// @param days by UTC day
  /// @param pools by pool and GPU model, written `pool/model`
  /// @param hoursOfWeek by day of the week, 1 is Monday, and UTC hour, written `1/13`
  @Schema(name = "UtilisationReport")
  record UtilisationDocument(
      UseDocument total,
      List<UseDocument> days,
      List<UseDocument> pools,
      List<UseDocument> hoursOfWeek) {}

  /// GPU-hours by what became of them. Held, idle and down are the capacity.
  ///
  /// @param key of the group; empty for the total
  /// @param available neither down nor planned down
  /// @param allocated nominal, borrowed and other
  /// @param idleWanted idle while a job waited that the pool would have taken
  /// @param idleUnwanted idle while none did
  /// @param allocation allocated / available; null when nothing was available
  /// @param overQuota borrowed / allocated; null when nothing was allocated
  @Schema(name = "UtilisationRow")
  record UseDocument(
      @Schema(example = "2026-11-01") String key,
      @Schema(example = "256.000000") String capacity,
      String available,
      String allocated,
      String nominal,
      String borrowed,
      String other,
      String idleWanted,
      String idleUnwanted,
      String down,
      String plannedDown,
      @Schema(example = "0.8125") @Nullable String allocation,
      @Schema(example = "0.2000") @Nullable String overQuota) {
    static UseDocument of(String key, UseSums it) {
      return new UseDocument(
          key,
          it.capacity().gpuHours().toPlainString(),
          it.available().gpuHours().toPlainString(),
          it.allocated().gpuHours().toPlainString(),
          it.nominal().gpuHours().toPlainString(),
          it.borrowed().gpuHours().toPlainString(),
          it.other().gpuHours().toPlainString(),
          it.wanted().gpuHours().toPlainString(),
          it.unwanted().gpuHours().toPlainString(),
          it.down().gpuHours().toPlainString(),
          it.plannedDown().gpuHours().toPlainString(),
          it.allocation(),
          it.overQuota());
    }
  }

  @GetMapping("/utilisation")
  @Operation(
      operationId = "getUtilisation",
      summary = "What became of the hardware's hours",
      description =
          "Of all clusters, for at most 32 days. It says how much was bound to jobs, not how busy"
              + " that was. Each row is exact before it is rounded; the hours of each pool and"
              + " model: `/conservation`.")
  UtilisationDocument utilisation(
      Call call,
      @Parameter(example = "2026-11-01") @RequestParam String from,
      @Parameter(example = "2026-12-01") @RequestParam String to,
      @RequestParam(required = false) @Nullable String pool) {
    call.requireOrg(Permission.CONSERVATION_READ);
    ZoneId zone = ZoneId.of(call.caller().organisation().settings().timeZone());
    TimeWindow window = TimeWindow.of(from, to, zone, LONGEST);
    Span span = new Span(window.from(), window.to(), clock.instant());
    TreeSet<String> all = new TreeSet<>(call.caller().organisation().projects().keySet());
    List<ConservationQueries.Row> rows =
        conservation.rows(span.from(), span.to(), span.now(), spells.of(all, span)).stream()
            .filter(it -> pool == null || pool.isEmpty() || it.pool().equals(pool))
            .toList();
    UseSums total = UseSums.NONE;
    for (ConservationQueries.Row row : rows) {
      total = total.plus(row);
    }
    return new UtilisationDocument(
        UseDocument.of("", total),
        by(rows, it -> LocalDate.ofInstant(it.hour(), ZoneOffset.UTC).toString()),
        by(rows, it -> it.pool() + "/" + it.model()),
        by(rows, UseReportsController::hourOfWeek));
  }

  private static String hourOfWeek(ConservationQueries.Row row) {
    ZonedDateTime at = row.hour().atZone(ZoneOffset.UTC);
    return "%d/%02d".formatted(at.getDayOfWeek().getValue(), at.getHour());
  }

  private static List<UseDocument> by(
      List<ConservationQueries.Row> rows, Function<ConservationQueries.Row, String> key) {
    SortedMap<String, UseSums> sums = new TreeMap<>();
    for (ConservationQueries.Row row : rows) {
      String of = key.apply(row);
      sums.put(of, sums.getOrDefault(of, UseSums.NONE).plus(row));
    }
    return sums.entrySet().stream().map(it -> UseDocument.of(it.getKey(), it.getValue())).toList();
  }
}
