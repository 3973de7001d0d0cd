package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.CostQueries.MonthToDate;
import io.gpuaas.accounting.CostQueries.ProjectCost;
import io.gpuaas.accounting.Outlook;
import io.gpuaas.accounting.Period;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.service.BillingPeriods;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.GpuTime;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
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
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What the month costs so far. Months begin and end in the zones of departments.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Money")
final class CostsController {
  private final CostQueries costs;
  private final BillingPeriods periods;
  private final CostChanges changes;
  private final InstantSource clock;

  CostsController(
      CostQueries costs, BillingPeriods periods, CostChanges changes, InstantSource clock) {
    this.costs = costs;
    this.periods = periods;
    this.changes = changes;
    this.clock = clock;
  }

  /// The costs of the visible projects that used something this month.
  ///
  /// @param changes against as much time of the month before, the largest first; of usage
  @Schema(name = "MonthToDate")
  record MonthToDateDocument(
      PeriodDocument period,
      List<ProjectCostDocument> items,
      TotalDocument total,
      @Nullable ForecastDocument forecast,
      List<CostChanges.ChangeDocument> changes) {}

  /// What the month may come to: what was used of it, carried on evenly.
  ///
  /// @param low if the rest cost per day what the cheapest seven days in a row of the last four
  ///   weeks have; null with less than a week of usage before today
  /// @param high the same with the dearest
  @Schema(name = "CostForecast")
  record ForecastDocument(Money expected, @Nullable Money low, @Nullable Money high) {
    static ForecastDocument of(Outlook it, String currency) {
      return new ForecastDocument(
          Money.of(it.expected(), currency), money(it.low(), currency), money(it.high(), currency));
    }

    private static @Nullable Money money(@Nullable Charge charge, String currency) {
      return charge == null ? null : Money.of(charge, currency);
    }
  }

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
          @Nullable String month,
      @Parameter(description = "Only of these, separated by commas") @RequestParam(required = false)
          @Nullable String project) {
    call.requireAnywhere(Permission.COST_READ);
    Instant now = clock.instant();
    ZoneId zone = zone(call);
    YearMonth asked = month == null ? YearMonth.from(now.atZone(zone)) : MonthText.read(month);
    return costsOf(call, UsageReports.projects(call, project), Period.of(asked, zone), now);
  }

  private MonthToDateDocument costsOf(
      Call call, SortedSet<String> readable, Period month, Instant now) {
    List<ProjectCost> mine = new ArrayList<>();
    SortedMap<Period, SortedSet<String>> byPeriod =
        periods.byPeriod(call.caller().organisation(), readable, month.month());
    Outlook forecast = Outlook.ZERO;
    String currency = byPeriod.isEmpty() ? costs.monthToDate(month, now).currency() : "";
    for (Map.Entry<Period, SortedSet<String>> one : byPeriod.entrySet()) {
      MonthToDate found = costs.monthToDate(one.getKey(), now);
      currency = found.currency();
      List<ProjectCost> own =
          found.items().stream().filter(it -> one.getValue().contains(it.project())).toList();
      mine.addAll(own);
      forecast = forecast.plus(outlook(one.getKey(), one.getValue(), own, now));
    }
    mine.sort(Comparator.comparing(ProjectCost::project));
    List<BigDecimal> amounts =
        Apportion.amounts(mine.stream().map(ProjectCost::charge).toList(), 2);
    CostChanges.Question question =
        new CostChanges.Question(call.caller().organisation(), readable, month.month(), now);
    return new MonthToDateDocument(
        new PeriodDocument(month.month().toString(), month.from(), month.to()),
        documents(mine, amounts, currency),
        total(mine, currency),
        month.from().isBefore(now) && now.isBefore(month.to())
            ? ForecastDocument.of(forecast, currency)
            : null,
        changes.of(question, mine, amounts, currency));
  }

  private Outlook outlook(
      Period period, SortedSet<String> projects, List<ProjectCost> items, Instant now) {
    Charge used = items.stream().map(ProjectCost::charge).reduce(Charge.ZERO, Charge::plus);
    return items.isEmpty() ? Outlook.ZERO : costs.outlook(period, projects, used, now);
  }

  /// Rounded so that the amounts add up to the total.
  private static List<ProjectCostDocument> documents(
      List<ProjectCost> items, List<BigDecimal> amounts, String currency) {
    List<BigDecimal> beside =
        Apportion.amounts(items.stream().map(ProjectCost::beside).toList(), 2);
    List<ProjectCostDocument> documents = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Money charges = Money.of(beside.get(i), currency);
      documents.add(document(items.get(i), Money.of(amounts.get(i), currency), charges));
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
}
