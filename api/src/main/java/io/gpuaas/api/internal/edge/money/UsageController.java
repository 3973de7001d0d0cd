package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.ProjectHomes;
import io.gpuaas.core.GpuTime;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.quota.Organisation;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Usage by any grouping, and the proof that nothing of the hardware is missing.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Money")
final class UsageController {
  private static final Duration LONGEST = Duration.ofDays(400);
  private static final Duration LONGEST_HOURLY = Duration.ofDays(32);
  private static final int AMOUNT_DECIMALS = 2;

  /// What the name of a label is written behind.
  private static final String LABEL = "label.";

  private final UsageQueries usage;
  private final JobQueries queries;
  private final ConservationQueries conservation;
  private final InstantSource clock;

  UsageController(
      UsageQueries usage,
      JobQueries queries,
      ConservationQueries conservation,
      InstantSource clock) {
    this.usage = usage;
    this.queries = queries;
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
          to those of the total.\
          """)
  UsageDocument usage(
      Call call,
      @Parameter(example = "2026-11-01") @RequestParam String from,
      @Parameter(example = "2026-12-01") @RequestParam String to,
      @Parameter(
              description =
                  "Dimensions separated by commas: department, team, costCenter, project, user,"
                      + " pool, model, class, meter, job, run, one of hour, day, week, month,"
                      + " quarter, year, and one label.KEY of the jobs",
              example = "project,class")
          @RequestParam(required = false)
          @Nullable String groupBy,
      @Parameter(description = "Only these projects, separated by commas")
          @RequestParam(required = false)
          @Nullable String project,
      @ParameterObject Manner manner) {
    call.requireAnywhere(Permission.COST_READ);
    Organisation organisation = call.caller().organisation();
    String settled = organisation.settings().timeZone();
    String asked = manner.timeZone();
    ZoneId zone = ZoneText.read("timeZone", asked == null ? settled : asked);
    boolean jobs = manner.countsJobs();
    TimeWindow window = TimeWindow.of(from, to, zone, LONGEST);
    Groups groups = groups(groupBy);
    UsageQuestion question =
        UsageQuestion.of(window.from(), window.to(), clock.instant(), groups.asked())
            .inZone(zone)
            .ofProjects(new UsageQuestion.Projects.Only(projects(call, project)))
            .withHomes(ProjectHomes.of(organisation));
    UsageReport report = usage.report(jobs ? question : question.withoutJobs());
    LabelGroups label = groups.label();
    UsageReport grouped =
        label == null
            ? report
            : label.of(report, queries.labels(LabelGroups.jobs(report), label.key()));
    return document(grouped, groups.fields(), jobs);
  }

  /// What is grouped by.
  ///
  /// @param dimensions without the label
  /// @param fields names of all groups, in the order asked for
  private record Groups(
      List<Dimension> dimensions, List<String> fields, @Nullable LabelGroups label) {
    /// Whoever groups by a label needs to know the jobs.
    List<Dimension> asked() {
      List<Dimension> asked = new ArrayList<>(dimensions);
      if (label != null) {
        asked.add(Dimension.JOB);
      }
      return asked;
    }
  }

  private static Groups groups(@Nullable String words) {
    List<String> fields =
        words == null || words.isEmpty() ? List.of() : List.of(words.split(",", -1));
    LabelGroups label = null;
    List<String> others = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      String word = fields.get(i);
      if (!word.startsWith(LABEL) || word.length() == LABEL.length()) {
        others.add(word);
      } else if (label == null) {
        label = new LabelGroups(word.substring(LABEL.length()), i);
      } else {
        throw ProblemException.ofParameter("groupBy", "one label at most.", word);
      }
    }
    List<Dimension> dimensions = dimensions(others);
    boolean single = dimensions.contains(Dimension.JOB) || dimensions.contains(Dimension.RUN);
    if (label != null && single) {
      throw ProblemException.ofParameter(
          "groupBy", "a label, or job and run.", LABEL + label.key());
    }
    return new Groups(dimensions, fields, label);
  }

  /// How the answer is wanted.
  ///
  /// @param timeZone of days, months and so on; the organisation's when left out
  /// @param jobs whether to count jobs
  record Manner(
      @Parameter(description = "The organisation's when left out", example = "Europe/Berlin")
          @Nullable String timeZone,
      @Parameter(
              description =
                  "`false`: jobs are not counted, and long times are answered at once from sums per"
                      + " hour and day",
              schema =
                  @Schema(
                      allowableValues = {"true", "false"},
                      defaultValue = "true"))
          @Nullable String jobs) {
    boolean countsJobs() {
      return switch (jobs) {
        case null -> true;
        case "true" -> true;
        case "false" -> false;
        default -> throw ProblemException.ofParameter("jobs", "must be true or false.", jobs);
      };
    }
  }

  private static SortedSet<String> projects(Call call, @Nullable String names) {
    if (names == null || names.isEmpty()) {
      return new TreeSet<>(call.caller().projects(Permission.COST_READ));
    }
    SortedSet<String> asked = new TreeSet<>(List.of(names.split(",", -1)));
    asked.forEach(it -> call.requireProject(Permission.COST_READ, it));
    return asked;
  }

  private static List<Dimension> dimensions(List<String> words) {
    List<Dimension> dimensions = new ArrayList<>();
    for (String word : words) {
      Dimension found = dimension(word);
      boolean secondTime = found.isTime() && dimensions.stream().anyMatch(Dimension::isTime);
      if (secondTime || dimensions.contains(found)) {
        throw ProblemException.ofParameter(
            "groupBy", "each dimension once, and one of time at most.", word);
      }
      dimensions.add(found);
    }
    return dimensions;
  }

  private static Dimension dimension(String word) {
    for (Dimension dimension : Dimension.values()) {
      if (field(dimension).equals(word)) {
        return dimension;
      }
    }
    List<String> known = new ArrayList<>();
    for (Dimension dimension : Dimension.values()) {
      known.add(field(dimension));
    }
    throw ProblemException.ofParameter("groupBy", "must be of " + known + " or label.KEY.", word);
  }

  private static String field(Dimension dimension) {
    return dimension == Dimension.COST_CENTER
        ? "costCenter"
        : dimension.name().toLowerCase(Locale.ROOT);
  }

  private static UsageDocument document(UsageReport report, List<String> names, boolean jobs) {
    List<BigDecimal> hours = report.gpuHours();
    List<BigDecimal> amounts = report.amounts(AMOUNT_DECIMALS);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < report.rows().size(); i++) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (int place = 0; place < names.size(); place++) {
        fields.put(names.get(place), report.rows().get(i).key().get(place));
      }
      rows.add(fields);
      addFigures(fields, report, report.rows().get(i), hours.get(i), amounts.get(i));
      addJobs(fields, report.rows().get(i), jobs);
    }
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
