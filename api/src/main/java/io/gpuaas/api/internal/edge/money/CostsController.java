package io.gpuaas.api.internal.edge.money;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.CostQueries.MonthToDate;
import io.gpuaas.accounting.CostQueries.ProjectCost;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.service.BillingPeriods;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.ProjectHomes;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What the month costs so far, and statements. Months begin and end in the zones of departments.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Money")
final class CostsController {
  private static final Duration LONGEST_PAST = Duration.ofDays(3660);

  private final CostQueries costs;
  private final MonthStatements statements;
  private final BillingPeriods periods;
  private final UsageQueries usage;
  private final InstantSource clock;
  private final Lists lists;

  CostsController(
      CostQueries costs,
      MonthStatements statements,
      BillingPeriods periods,
      UsageQueries usage,
      InstantSource clock,
      Lists lists) {
    this.lists = lists;
    this.costs = costs;
    this.statements = statements;
    this.periods = periods;
    this.usage = usage;
    this.clock = clock;
  }

  /// The costs of the visible projects that used something this month.
  @Schema(name = "MonthToDate")
  record MonthToDateDocument(
      PeriodDocument period, List<ProjectCostDocument> items, TotalDocument total) {}

  @Schema(name = "Period")
  record PeriodDocument(@Schema(example = "2026-11") String month, Instant from, Instant to) {}

  /// What one project has used.
  ///
  /// @param unratedGpuHours under no rate: not in `amount`
  /// @param amount of usage
  /// @param charges what is charged or credited beside usage, until the last full hour; not in
  ///   `amount`
  @Schema(name = "ProjectCost")
  record ProjectCostDocument(
      String project,
      @Schema(example = "128.000000") String gpuHours,
      String nominalGpuHours,
      String borrowedGpuHours,
      String unratedGpuHours,
      Money amount,
      Money charges) {}

  @Schema(name = "CostTotal")
  record TotalDocument(
      String gpuHours,
      String nominalGpuHours,
      String borrowedGpuHours,
      String unratedGpuHours,
      Money amount,
      Money charges) {}

  @GetMapping("/costs/month-to-date")
  @Operation(
      operationId = "getMonthToDate",
      summary = "What a month has cost until now",
      description =
          "Per project on which the caller has `cost.read`; the total is theirs. Each project's"
              + " month is that of its statement, in its own zone. Of a month that is over it is"
              + " what the books say of it now; what was issued is on its statements.")
  MonthToDateDocument monthToDate(
      Call call,
      @Parameter(description = "The month that goes on when left out", example = "2026-10")
          @RequestParam(required = false)
          @Nullable String month) {
    call.requireAnywhere(Permission.COST_READ);
    Instant now = clock.instant();
    ZoneId zone = zone(call);
    YearMonth asked = month == null ? YearMonth.from(now.atZone(zone)) : MonthText.read(month);
    return costsOf(call, Period.of(asked, zone), now);
  }

  private MonthToDateDocument costsOf(Call call, Period month, Instant now) {
    List<String> readable = List.copyOf(call.caller().projects(Permission.COST_READ));
    List<ProjectCost> mine = new ArrayList<>();
    SortedMap<Period, SortedSet<String>> byPeriod =
        periods.byPeriod(call.caller().organisation(), readable, month.month());
    String currency = byPeriod.isEmpty() ? costs.monthToDate(month, now).currency() : "";
    for (Map.Entry<Period, SortedSet<String>> one : byPeriod.entrySet()) {
      MonthToDate found = costs.monthToDate(one.getKey(), now);
      currency = found.currency();
      found.items().stream().filter(it -> one.getValue().contains(it.project())).forEach(mine::add);
    }
    mine.sort(Comparator.comparing(ProjectCost::project));
    return new MonthToDateDocument(
        new PeriodDocument(month.month().toString(), month.from(), month.to()),
        documents(mine, currency),
        total(mine, currency));
  }

  /// Rounded so that the amounts add up to the total.
  private static List<ProjectCostDocument> documents(List<ProjectCost> items, String currency) {
    List<BigDecimal> amounts =
        Apportion.amounts(items.stream().map(ProjectCost::charge).toList(), 2);
    List<BigDecimal> beside =
        Apportion.amounts(items.stream().map(ProjectCost::beside).toList(), 2);
    List<ProjectCostDocument> documents = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Money charges = money(beside.get(i), currency);
      documents.add(document(items.get(i), money(amounts.get(i), currency), charges));
    }
    return documents;
  }

  private static ProjectCostDocument document(ProjectCost it, Money amount, Money charges) {
    return new ProjectCostDocument(
        it.project(),
        hours(it.time()),
        hours(it.nominal()),
        hours(it.borrowed()),
        hours(it.unrated()),
        amount,
        charges);
  }

  /// The sum of what is shown, whatever others there are.
  private static TotalDocument total(List<ProjectCost> items, String currency) {
    GpuTime time = GpuTime.ZERO;
    GpuTime nominal = GpuTime.ZERO;
    GpuTime borrowed = GpuTime.ZERO;
    GpuTime unrated = GpuTime.ZERO;
    Charge charge = Charge.ZERO;
    Charge beside = Charge.ZERO;
    for (ProjectCost item : items) {
      time = time.plus(item.time());
      nominal = nominal.plus(item.nominal());
      borrowed = borrowed.plus(item.borrowed());
      unrated = unrated.plus(item.unrated());
      charge = charge.plus(item.charge());
      beside = beside.plus(item.beside());
    }
    return new TotalDocument(
        hours(time),
        hours(nominal),
        hours(borrowed),
        hours(unrated),
        Money.of(charge, currency),
        Money.of(beside, currency));
  }

  private static String hours(GpuTime time) {
    return time.gpuHours().toPlainString();
  }

  private static ZoneId zone(Call call) {
    return ZoneId.of(call.caller().organisation().settings().timeZone());
  }

  /// What one project owes for one month.
  ///
  /// @param number of the issued statement, null while it is open
  /// @param status `OPEN` while it can still change, `SOFT_CLOSED` while only finance may adjust
  ///   it, then `CLOSED`
  /// @param billing whether the department pays it; as issued, and while it is open as decided now
  /// @param adjustments late facts, corrections and credits of earlier months
  /// @param charges commitments, shares of idle GPUs and credits of lenders
  @Schema(name = "Statement")
  record StatementDocument(
      @Schema(example = "S-000001") @Nullable String number,
      String project,
      @Schema(description = "Of the project now") String department,
      @Schema(description = "Of the department; empty when it has none") String costCenter,
      @Schema(example = "2026-11") String month,
      Instant from,
      Instant to,
      String zone,
      Statement.Status status,
      Billing.Mode billing,
      List<LineDocument> lines,
      List<StatementAdjustmentDocument> adjustments,
      List<StatementChargeDocument> charges,
      Money total,
      String gpuHours,
      String unratedGpuHours) {
    static StatementDocument of(Statement it, SortedMap<String, ProjectHome> homes) {
      ProjectHome home = homes.getOrDefault(it.project(), new ProjectHome("", "", ""));
      return new StatementDocument(
          it.number().isEmpty() ? null : it.number(),
          it.project(),
          home.department(),
          home.costCenter(),
          it.month().toString(),
          it.from(),
          it.to(),
          it.zone().getId(),
          it.status(),
          it.billing().mode(),
          it.lines().stream().map(line -> LineDocument.of(line, it.currency())).toList(),
          it.adjustments().stream()
              .map(one -> StatementAdjustmentDocument.of(one, it.currency()))
              .toList(),
          it.charges().stream().map(one -> StatementChargeDocument.of(one, it.currency())).toList(),
          money(it.total(), it.currency()),
          it.gpuHours().toPlainString(),
          it.unratedGpuHours().toPlainString());
    }
  }

  /// Something of an earlier month that is settled in this one.
  @Schema(name = "StatementAdjustment")
  record StatementAdjustmentDocument(
      Statement.Adjustment.Kind kind, String explanation, String gpuHours, Money amount) {
    static StatementAdjustmentDocument of(Statement.Adjustment it, String currency) {
      return new StatementAdjustmentDocument(
          it.kind(), it.explanation(), it.gpuHours().toPlainString(), money(it.amount(), currency));
    }
  }

  /// What is owed or credited beside usage.
  ///
  /// @param reference id of the commitment; empty for the other kinds
  @Schema(name = "StatementCharge")
  record StatementChargeDocument(
      StatementCharge.Kind kind,
      String reference,
      String pool,
      String model,
      String explanation,
      String gpuHours,
      Money amount) {
    static StatementChargeDocument of(StatementCharge it, String currency) {
      return new StatementChargeDocument(
          it.kind(),
          it.reference(),
          it.pool(),
          it.model(),
          it.explanation(),
          it.gpuHours().toPlainString(),
          money(it.amount(), currency));
    }
  }

  private static Money money(BigDecimal amount, String currency) {
    return new Money(amount.setScale(2, RoundingMode.UNNECESSARY).toPlainString(), currency);
  }

  /// What was used of one kind at one price.
  @Schema(name = "StatementLine")
  record LineDocument(
      String model,
      String pool,
      @JsonProperty("class") UsageClass usageClass,
      UsageMeter meter,
      StatementLine.Kind kind,
      String gpuHours,
      @Schema(description = "Per GPU-hour, six decimals") Money unitPrice,
      @Schema(description = "What the price list says") Money listUnitPrice,
      Money amount) {
    static LineDocument of(StatementLine it, String currency) {
      return new LineDocument(
          it.model(),
          it.pool(),
          it.usageClass(),
          it.meter(),
          it.kind(),
          it.gpuHours().toPlainString(),
          new Money(it.unitPrice().toPlainString(), currency),
          new Money(it.listPrice().toPlainString(), currency),
          money(it.amount(), currency));
    }
  }

  @GetMapping("/statements")
  @Operation(
      operationId = "listStatements",
      summary = "Statements by month and project",
      description = "Of the months in which something was used, oldest first.")
  Page<StatementDocument> statements(
      Call call,
      @RequestParam(required = false) @Nullable String project,
      @Parameter(description = "All months when left out", example = "2026-11")
          @RequestParam(required = false)
          @Nullable String month,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    String only = project == null ? "" : project;
    if (!only.isEmpty()) {
      call.requireProject(Permission.STATEMENT_READ, only);
    }
    Instant now = clock.instant();
    ZoneId zone = zone(call);
    SortedMap<String, ProjectHome> homes = ProjectHomes.of(call.caller().organisation());
    List<YearMonth> months =
        month == null || month.isEmpty() ? usedMonths(zone, now) : List.of(MonthText.read(month));
    List<StatementDocument> found =
        months.stream()
            .flatMap(it -> statements.of(call, it, now).stream())
            .filter(it -> only.isEmpty() || it.project().equals(only))
            .map(it -> StatementDocument.of(it, homes))
            .toList();
    return lists.pageInOrder(
        found,
        it -> it.month() + "/" + it.project(),
        "statements\n%s\n%s".formatted(only, month),
        limit,
        cursor);
  }

  private List<YearMonth> usedMonths(ZoneId zone, Instant now) {
    UsageQuestion question =
        UsageQuestion.of(now.minus(LONGEST_PAST), now.plusMillis(1), now, List.of(Dimension.MONTH))
            .inZone(zone)
            .withoutJobs();
    return usage.report(question).rows().stream()
        .map(row -> YearMonth.parse(row.key().getFirst()))
        .sorted()
        .toList();
  }

  @GetMapping("/statements/{project}/{month}")
  @Operation(
      operationId = "getStatement",
      summary = "The statement of one project and month",
      description = "A draft until its month is closed; rounded once, line by line.")
  StatementDocument statement(Call call, @PathVariable String project, @PathVariable String month) {
    call.requireProject(Permission.STATEMENT_READ, project);
    return StatementDocument.of(
        statements.find(call, project, MonthText.read(month), clock.instant()),
        ProjectHomes.of(call.caller().organisation()));
  }
}
