package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.Billing.Mode;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.LedgerExports.FocusIssuer;
import io.gpuaas.accounting.LedgerExports.FocusVersion;
import io.gpuaas.accounting.Period;
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
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
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
              2_500_000,
              HOUR));
    }
    List<Late> lates = new ArrayList<>();
    for (Statement.Adjustment.Kind kind : Statement.Adjustment.Kind.values()) {
      lates.add(new Late(kind, "why", HOUR, money("-3")));
    }
    lates.add(new Late(Statement.Adjustment.Kind.MANUAL, "a \"fee\"", HOUR, money("4")));
    List<Extra> extras = new ArrayList<>();
    extras.add(commitment(GpuTime.of(1_000, 3 * 3_600_000)));
    extras.add(cover(UsageClass.NOMINAL, GpuTime.of(1_000, 1_440_000)));
    extras.add(
        new Extra(StatementCharge.Kind.IDLE, "east", "H200", "idle", GpuTime.ZERO, money("5")));
    extras.add(
        new Extra(StatementCharge.Kind.LENT, "east", "H200", "lent", GpuTime.ZERO, money("-2")));
    Head head =
        new Head(
            "S-000001",
            Period.of(YearMonth.of(2026, 3), ZoneOffset.UTC),
            Statement.Status.CLOSED,
            "EUR",
            billings());
    return new StatementBuilder(StatementRounding.LINE_HALF_EVEN)
        .build(project, head, usages, lates, extras);
  }

  private static SortedMap<String, Billing> billings() {
    SortedMap<String, Billing> billings = new TreeMap<>();
    billings.put("a", new Billing("lab", Mode.SHOW_BACK, "CC-1", "C-000007"));
    billings.put("b", Billing.of(new ProjectHome("lab", "t", ""), Mode.CHARGE_BACK));
    return billings;
  }

  /// At 1.50 per GPU-hour.
  private static Extra commitment(GpuTime time) {
    return new Extra(
        StatementCharge.Kind.COMMITMENT,
        "cmt_1",
        "east",
        "H200",
        "Reserved",
        time,
        Charge.of(1_500_000, time),
        1_500_000L,
        null,
        null);
  }

  private static Extra cover(UsageClass usageClass, GpuTime time) {
    return new Extra(
        StatementCharge.Kind.COVERED,
        "cmt_1",
        "east",
        "H200",
        "Covered",
        time,
        Charge.of(2_000_000, time).negated(),
        2_000_000L,
        usageClass,
        UsageMeter.RUN);
  }

  private static Charge money(String amount) {
    return Charge.ofDecimal(new BigDecimal(amount));
  }

  private static FocusTable table(FocusVersion version) {
    return new FocusTable(new FocusIssuer("org", "Organisation", "GPUs"), version);
  }

  private static List<String> column(FocusTable table, Statement statement, String name) {
    int place = table.columns().indexOf(name);
    return table.rows(statement).stream()
        .map(
            row ->
                switch (row.get(place)) {
                  case Cell.Text(String text) -> text;
                  case Cell.Decimal(BigDecimal value) -> value.toPlainString();
                  case Cell.Time(Instant at) -> at.toString();
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
            "Usage",
            "Purchase",
            "Usage",
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
        .startsWith(
            "Standard",
            "Committed",
            "Dynamic",
            "Committed",
            "Dynamic",
            "Standard",
            "Standard",
            "Committed");
  }

  /// Three GPU-hours were reserved at 1.50, of which 0.4 were used at 2.00.
  @Test
  void aCommitmentIsPurchasedAndItsUsageIsUsedOrUnused() {
    FocusTable table = table(FocusVersion.V1_2);
    assertThat(rows(table, statement("a"), "CommitmentDiscountId"))
        .containsExactly(
            "Usage|Used|0.400000|0.400000|0|1.000000000000|0.600000000000",
            "Purchase||3.000000||4.50|4.500000000000|0",
            "Usage|Unused|2.600000||0|3.900000000000|3.900000000000");
  }

  private static List<String> rows(FocusTable table, Statement statement, String filled) {
    List<List<String>> columns =
        List.of(
            column(table, statement, "ChargeCategory"),
            column(table, statement, "CommitmentDiscountStatus"),
            column(table, statement, "CommitmentDiscountQuantity"),
            column(table, statement, "ConsumedQuantity"),
            column(table, statement, "BilledCost"),
            column(table, statement, "ListCost"),
            column(table, statement, "EffectiveCost"));
    List<String> wanted = column(table, statement, filled);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      if (!wanted.get(i).isEmpty()) {
        int row = i;
        rows.add(String.join("|", columns.stream().map(it -> it.get(row)).toList()));
      }
    }
    return rows;
  }

  /// Odd milliseconds, so that quantities and amounts are rounded.
  @Test
  void whatIsBilledAndWhatACommitmentCostsAddUpOnAnyStatement() {
    FocusTable table = table(FocusVersion.V1_2);
    for (long seed = 0; seed < 3_000; seed++) {
      Statement statement = randomStatement(seed);
      assertThat(sum(table, statement, "BilledCost", ""))
          .as("billed, seed %d", seed)
          .isEqualByComparingTo(statement.total());
      assertThat(sum(table, statement, "EffectiveCost", "CommitmentDiscountId"))
          .as("effective, seed %d", seed)
          .isEqualByComparingTo(statement.charges().getFirst().amount());
      assertThat(sum(table, statement, "ConsumedQuantity", ""))
          .as("hours, seed %d", seed)
          .isEqualByComparingTo(statement.gpuHours());
      assertThat(new FocusCommitments(statement).unequal()).as("seed %d", seed).isEmpty();
    }
  }

  private static Statement randomStatement(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Usage> usages = new ArrayList<>();
    List<Extra> extras = new ArrayList<>();
    long used = 0;
    for (UsageClass usageClass : List.of(UsageClass.NOMINAL, UsageClass.RESERVED)) {
      long all = 1 + random.nextLong(40_000_000);
      long covered = random.nextInt(3) == 0 ? all : random.nextLong(all + 1);
      usages.add(
          new Usage(
              "H200",
              "east",
              usageClass,
              UsageMeter.RUN,
              StatementLine.Kind.BILLED,
              2_000_000,
              2_000_000,
              GpuTime.of(500, all)));
      if (covered > 0) {
        extras.add(cover(usageClass, GpuTime.of(500, covered)));
        used += covered;
      }
    }
    long unused = random.nextInt(3) == 0 ? 0 : random.nextLong(1_000_000);
    extras.addFirst(commitment(GpuTime.of(500, Math.max(1, used + unused))));
    Head head =
        new Head(
            "", Period.of(YearMonth.of(2026, 3), ZoneOffset.UTC), Statement.Status.OPEN, "EUR");
    return new StatementBuilder(StatementRounding.LINE_HALF_EVEN)
        .build("a", head, usages, List.of(), extras);
  }

  /// Of the rows in which `filled` is not empty.
  private static BigDecimal sum(
      FocusTable table, Statement statement, String column, String filled) {
    List<String> values = column(table, statement, column);
    List<String> wanted = filled.isEmpty() ? values : column(table, statement, filled);
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < values.size(); i++) {
      if (!wanted.get(i).isEmpty() && !values.get(i).isEmpty()) {
        sum = sum.add(new BigDecimal(values.get(i)));
      }
    }
    return sum;
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
        .isEqualByComparingTo("11.70");
  }

  @Test
  void theSubAccountIsTheCostCenterAndItsStatementTheInvoice() {
    FocusTable table = table(FocusVersion.V1_2);
    assertThat(column(table, statement("a"), "SubAccountId")).containsOnly("CC-1");
    assertThat(column(table, statement("a"), "InvoiceId")).containsOnly("C-000007");
    assertThat(column(table, statement("b"), "SubAccountId")).containsOnly("department/lab");
    // Issued before cost centres had statements.
    assertThat(column(table, statement("b"), "InvoiceId")).containsOnly("S-000001");
    assertThat(column(table, statement("gone"), "SubAccountId")).containsOnly("unassigned");
    assertThat(column(table, statement("gone"), "SubAccountType")).containsOnly("Cost Center");
    assertThat(column(table, statement("gone\n"), "Tags"))
        .containsOnly("{\"project\":\"gone\\u000a\"}");
  }

  @Test
  void theVersionsDifferInTheirColumns() {
    assertThat(table(FocusVersion.V1_2).columns()).contains("ProviderName").hasSize(57);
    assertThat(table(FocusVersion.V1_4).columns())
        .doesNotContain("ProviderName")
        .contains("ServiceProviderName", "AllocatedMethodId")
        .isSorted();
  }
}
