package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.LedgerExports.FocusIssuer;
import io.gpuaas.accounting.LedgerExports.FocusVersion;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.StatementRounding;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Extra;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Head;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Late;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// One statement with every kind of row that there is.
class FocusTableTest {
  private static final GpuTime HOUR = GpuTime.of(1_000, 3_600_000);

  private static Statement statement(String project) {
    List<Usage> usages = new ArrayList<>();
    for (UsageClass usageClass : UsageClass.values()) {
      usages.add(
          new Usage(
              "H200",
              "east",
              usageClass,
              UsageMeter.RUN,
              StatementLine.Kind.BILLED,
              2_000_000,
              HOUR));
    }
    List<Late> lates = new ArrayList<>();
    for (Statement.Adjustment.Kind kind : Statement.Adjustment.Kind.values()) {
      lates.add(new Late(kind, "why", HOUR, money("-3")));
    }
    lates.add(new Late(Statement.Adjustment.Kind.MANUAL, "a \"fee\"", HOUR, money("4")));
    List<Extra> extras = new ArrayList<>();
    for (StatementCharge.Kind kind : StatementCharge.Kind.values()) {
      extras.add(new Extra(kind, "cmt_1", "east", "H200", "what for", HOUR, money("5")));
    }
    Head head =
        new Head("S-000001", YearMonth.of(2026, 3), ZoneOffset.UTC, Statement.Status.CLOSED, "EUR");
    return new StatementBuilder(StatementRounding.LINE_HALF_EVEN)
        .build(project, head, usages, lates, extras);
  }

  private static Charge money(String amount) {
    return Charge.ofDecimal(new BigDecimal(amount));
  }

  private static FocusTable table(FocusVersion version) {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    homes.put("a", new ProjectHome("lab", "t", "CC-1"));
    homes.put("b", new ProjectHome("lab", "t", ""));
    return new FocusTable(new FocusIssuer("org", "Organisation", "GPUs", homes), version);
  }

  private static List<String> column(FocusTable table, Statement statement, String name) {
    int place = table.columns().indexOf(name);
    return table.rows(statement).stream()
        .map(
            row ->
                switch (row.get(place)) {
                  case Cell.Text(String text) -> text;
                  case Cell.Decimal(BigDecimal value) -> value.toPlainString();
                  case Cell.Empty() -> "";
                })
        .toList();
  }

  @Test
  void eachKindOfRowHasItsCategoryAndClass() {
    FocusTable table = table(FocusVersion.V1_2);
    assertThat(column(table, statement("a"), "ChargeCategory"))
        .containsExactly(
            "Usage",
            "Usage",
            "Usage",
            "Usage",
            "Usage",
            "Purchase",
            "Credit",
            "Adjustment",
            "Credit",
            "Adjustment",
            "Adjustment",
            "Credit",
            "Adjustment");
    assertThat(column(table, statement("a"), "ChargeClass"))
        .filteredOn(it -> it.equals("Correction"))
        .hasSize(2);
    assertThat(column(table, statement("a"), "PricingCategory"))
        .startsWith("Standard", "Dynamic", "Committed", "Dynamic", "Standard", "Committed");
  }

  /// What the rows bill adds up to the statement.
  @Test
  void billedCostsAddUpToTheTotal() {
    Statement statement = statement("a");
    assertThat(
            column(table(FocusVersion.V1_4), statement, "BilledCost").stream()
                .map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add))
        .isEqualByComparingTo(statement.total())
        .isEqualByComparingTo("25.00");
  }

  @Test
  void theSubAccountIsTheCostCenterOrElseTheProject() {
    FocusTable table = table(FocusVersion.V1_2);
    assertThat(column(table, statement("a"), "SubAccountId")).containsOnly("CC-1");
    assertThat(column(table, statement("b"), "SubAccountId")).containsOnly("b");
    assertThat(column(table, statement("gone"), "SubAccountType")).containsOnly("Project");
    assertThat(column(table, statement("gone\n"), "Tags"))
        .containsOnly("{\"project\":\"gone\\u000a\"}");
  }

  @Test
  void theVersionsDifferInTheirProviders() {
    assertThat(table(FocusVersion.V1_2).columns()).contains("ProviderName").hasSize(57);
    assertThat(table(FocusVersion.V1_4).columns())
        .doesNotContain("ProviderName")
        .contains("ServiceProviderName", "AllocatedMethodId")
        .isSorted();
  }
}
