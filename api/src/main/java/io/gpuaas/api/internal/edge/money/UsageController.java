package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.edge.money.UsageReports.Ask;
import io.gpuaas.api.internal.edge.money.UsageReports.Made;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.GpuTime;
import io.gpuaas.placement.JobStatistics;
import io.gpuaas.placement.JobStatistics.WaitGroup;
import io.gpuaas.placement.JobStatistics.WaitKey;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Usage and cost by any grouping, and the proof that nothing of the hardware is missing.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Money")
final class UsageController {
  private static final Duration LONGEST_HOURLY = Duration.ofDays(32);
  private static final int AMOUNT_DECIMALS = 2;

  private final UsageReports reports;
  private final JobStatistics statistics;
  private final ConservationQueries conservation;
  private final InstantSource clock;

  UsageController(
      UsageReports reports,
      JobStatistics statistics,
      ConservationQueries conservation,
      InstantSource clock) {
    this.reports = reports;
    this.statistics = statistics;
    this.conservation = conservation;
    this.clock = clock;
  }

  /// Usage by group. A row has one field for each dimension asked for, besides `gpuHours`,
  /// `amount`, `currency`, `unbilledGpuHours`, `unratedGpuHours` and `jobs`.
  @Schema(name = "Usage")
  record UsageDocument(List<Map<String, Object>> rows, Map<String, Object> total) {}

  @GetMapping("/usage")
  @Operation(
      operationId = "getUsage",
      summary = "Usage and cost by group",
      description =
          """
          Of the projects on which the caller has `cost.read`. Rounded figures of the rows add up \
          to those of the total. As a file: `/exports/costs`.\
          """)
  UsageDocument usage(
      Call call,
      @Parameter(example = "2026-11-01") @RequestParam String from,
      @Parameter(example = "2026-12-01") @RequestParam String to,
      @ParameterObject Ask ask,
      @Parameter(
              description =
                  "`true`: beside each project, or each model, how long its jobs waited that were"
                      + " submitted in the time asked for: `waitMedianSeconds` and"
                      + " `waitP95Seconds`; grouped by just one of these",
              schema =
                  @Schema(
                      allowableValues = {"true", "false"},
                      defaultValue = "false"))
          @RequestParam(required = false, defaultValue = "false")
          String waits) {
    boolean withWaits = withWaits(waits, ask.groupBy());
    Made made = reports.make(call, from, to, ask, false);
    UsageDocument document = document(made);
    if (withWaits) {
      addWaits(document.rows(), made);
    }
    return document;
  }

  private static boolean withWaits(String text, @Nullable String groupBy) {
    return switch (text) {
      case "false" -> false;
      case "true" -> {
        if (!"project".equals(groupBy) && !"model".equals(groupBy)) {
          throw ProblemException.ofParameter(
              "waits", "goes with groupBy=project or groupBy=model only.", text);
        }
        yield true;
      }
      default -> throw ProblemException.ofParameter("waits", "must be true or false.", text);
    };
  }

  private void addWaits(List<Map<String, Object>> rows, Made made) {
    boolean byProject = made.fields().getFirst().equals("project");
    UsageQuestion question = made.question();
    SortedSet<String> projects =
        question.projects() instanceof UsageQuestion.Projects.Only(var names)
            ? names
            : Collections.emptySortedSet();
    Map<String, WaitGroup> groups = new TreeMap<>();
    statistics
        .waits(
            projects,
            byProject ? WaitKey.PROJECT : WaitKey.MODEL,
            new JobStatistics.Span(question.from(), question.to(), question.now()))
        .forEach(group -> groups.put(group.key(), group));
    for (Map<String, Object> row : rows) {
      WaitGroup group = groups.get(String.valueOf(row.get(made.fields().getFirst())));
      if (group != null && group.medianMillis() != null && group.p95Millis() != null) {
        row.put("waitMedianSeconds", group.medianMillis() / 1000);
        row.put("waitP95Seconds", group.p95Millis() / 1000);
      }
    }
  }

  /// Costs by group, in three ways. A row has one field for each dimension asked for, besides
  /// `listAmount`, `amount` (what is charged for usage), `effectiveAmount` (the same after
  /// commitments) and `currency`.
  @Schema(name = "Costs")
  record CostsDocument(List<Map<String, Object>> rows, Map<String, Object> total) {}

  @GetMapping("/costs")
  @Operation(
      operationId = "getCosts",
      summary = "List, contracted and effective cost by group",
      description =
          """
          `listAmount` is at the prices of the price list, `amount` at those that are charged. \
          `effectiveAmount` adds the fees of commitments and takes off what they cover; it is left \
          out when a group is finer than a commitment: of users, classes, meters, jobs, runs or \
          labels. As a file: `/exports/costs`.\
          """)
  CostsDocument costs(
      Call call,
      @Parameter(example = "2026-11-01") @RequestParam String from,
      @Parameter(example = "2026-12-01") @RequestParam String to,
      @ParameterObject Ask ask) {
    Made made = reports.make(call, from, to, ask, true);
    UsageReport report = made.report();
    List<BigDecimal> lists = report.listAmounts(AMOUNT_DECIMALS);
    List<BigDecimal> amounts = report.amounts(AMOUNT_DECIMALS);
    List<BigDecimal> effective = report.effectiveAmounts(AMOUNT_DECIMALS);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < report.rows().size(); i++) {
      Map<String, Object> fields = keys(made, i);
      fields.put("listAmount", lists.get(i).toPlainString());
      fields.put("amount", amounts.get(i).toPlainString());
      if (!effective.isEmpty()) {
        fields.put("effectiveAmount", effective.get(i).toPlainString());
      }
      fields.put("currency", report.currency());
      rows.add(fields);
    }
    reports.nameJobs(rows);
    return new CostsDocument(rows, totalCosts(report));
  }

  private static Map<String, Object> totalCosts(UsageReport report) {
    UsageReport.Row total = report.total();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("listAmount", total.listed().toDecimal(AMOUNT_DECIMALS).toPlainString());
    fields.put("amount", total.charge().toDecimal(AMOUNT_DECIMALS).toPlainString());
    if (total.effective() != null) {
      fields.put("effectiveAmount", total.effective().toDecimal(AMOUNT_DECIMALS).toPlainString());
    }
    fields.put("currency", report.currency());
    return fields;
  }

  private static Map<String, Object> keys(Made made, int row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int place = 0; place < made.fields().size(); place++) {
      fields.put(made.fields().get(place), made.report().rows().get(row).key().get(place));
    }
    return fields;
  }

  private UsageDocument document(Made made) {
    UsageReport report = made.report();
    boolean jobs = made.jobs();
    List<BigDecimal> hours = report.gpuHours();
    List<BigDecimal> amounts = report.amounts(AMOUNT_DECIMALS);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < report.rows().size(); i++) {
      Map<String, Object> fields = keys(made, i);
      rows.add(fields);
      addFigures(fields, report, report.rows().get(i), hours.get(i), amounts.get(i));
      addJobs(fields, report.rows().get(i), jobs);
    }
    reports.nameJobs(rows);
    UsageReport.Row total = report.total();
    Map<String, Object> sum = new LinkedHashMap<>();
    BigDecimal amount = total.charge().toDecimal(AMOUNT_DECIMALS);
    addFigures(sum, report, total, total.time().gpuHours(), amount);
    addJobs(sum, total, jobs);
    return new UsageDocument(rows, sum);
  }

  private static void addFigures(
      Map<String, Object> fields,
      UsageReport report,
      UsageReport.Row row,
      BigDecimal hours,
      BigDecimal amount) {
    fields.put("gpuHours", hours.toPlainString());
    fields.put("amount", amount.toPlainString());
    fields.put("currency", report.currency());
    fields.put("unbilledGpuHours", row.unbilled().gpuHours().toPlainString());
    fields.put("unratedGpuHours", row.unrated().gpuHours().toPlainString());
  }

  private static void addJobs(Map<String, Object> fields, UsageReport.Row row, boolean counted) {
    if (counted) {
      fields.put("jobs", row.jobs());
    }
  }

  /// Where the GPU-seconds of the hardware went.
  ///
  /// @param balanced whether each row adds up to its capacity
  @Schema(name = "Conservation")
  record ConservationDocument(List<ConservationRow> rows, boolean balanced) {}

  /// One pool, model and hour; GPU-seconds as decimals.
  @Schema(name = "ConservationRow")
  record ConservationRow(
      String pool,
      String model,
      Instant hour,
      @Schema(example = "921600") String capacity,
      String nominal,
      String borrowed,
      String other,
      String idle,
      String down,
      String plannedDown,
      boolean balanced) {}

  @GetMapping("/conservation")
  @Operation(
      operationId = "getConservation",
      summary = "Allocated + idle + down = capacity",
      description = "Exact, per pool, model and UTC hour, for at most 32 days.")
  ConservationDocument conservation(
      Call call,
      @RequestParam String from,
      @RequestParam String to,
      @RequestParam(required = false) @Nullable String pool) {
    call.requireOrg(Permission.CONSERVATION_READ);
    ZoneId zone = ZoneId.of(call.caller().organisation().settings().timeZone());
    TimeWindow window = TimeWindow.of(from, to, zone, LONGEST_HOURLY);
    List<ConservationQueries.Row> rows =
        conservation.rows(window.from(), window.to(), clock.instant()).stream()
            .filter(it -> pool == null || pool.isEmpty() || it.pool().equals(pool))
            .toList();
    return new ConservationDocument(
        rows.stream().map(UsageController::document).toList(),
        rows.stream().allMatch(ConservationQueries.Row::balanced));
  }

  private static ConservationRow document(ConservationQueries.Row it) {
    return new ConservationRow(
        it.pool(),
        it.model(),
        it.hour(),
        seconds(it.capacity()),
        seconds(it.nominal()),
        seconds(it.borrowed()),
        seconds(it.other()),
        seconds(it.idle()),
        seconds(it.down()),
        seconds(it.plannedDown()),
        it.balanced());
  }

  /// Exact: at most six decimals.
  private static String seconds(GpuTime time) {
    return BigDecimal.valueOf(time.milliGpuMillis(), 6).stripTrailingZeros().toPlainString();
  }
}
