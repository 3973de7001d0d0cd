package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.LedgerExports.FocusIssuer;
import io.gpuaas.accounting.LedgerExports.FocusVersion;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.internal.engine.FocusCommitments.Reserved;
import io.gpuaas.accounting.internal.engine.FocusCommitments.Used;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Statements in the columns of FOCUS. A cell that does not apply is empty.
///
/// Usage that a commitment covers is no credit there: it is usage that is billed nothing, and costs
/// effectively what it costs to reserve it.
///
/// @see <a href="https://focus.finops.org/focus-specification/">FOCUS</a>
public final class FocusTable {
  private static final String UNIT = "GPU-Hours";

  private final FocusIssuer issuer;
  private final List<String> columns;

  public FocusTable(FocusIssuer issuer, FocusVersion version) {
    this.issuer = issuer;
    this.columns = FocusColumns.of(version);
  }

  /// In the order of the alphabet.
  public List<String> columns() {
    return columns;
  }

  /// One row per line and for what of it each commitment covers, then one for each other charge and
  /// adjustment; cells in the order of [#columns].
  public List<List<Cell>> rows(Statement statement) {
    FocusCommitments commitments = new FocusCommitments(statement);
    List<List<Cell>> rows = new ArrayList<>();
    for (FocusCommitments.Line line : commitments.lines()) {
      if (line.hours().signum() != 0 || line.used().isEmpty()) {
        rows.add(row(usage(statement, line.line(), line.hours(), line.billed())));
      }
      line.used().forEach(used -> rows.add(row(used(statement, line.line(), used))));
    }
    for (Reserved reserved : commitments.reserved()) {
      rows.add(row(purchase(statement, reserved)));
      if (reserved.unusedHours().signum() != 0) {
        rows.add(row(unused(statement, reserved)));
      }
    }
    commitments.others().forEach(one -> rows.add(row(charge(statement, one))));
    statement.adjustments().forEach(one -> rows.add(row(adjustment(statement, one))));
    return rows;
  }

  /// Prices are in the currency that is billed.
  private List<Cell> row(Map<String, Cell> cells) {
    cells.put("PricingCurrency", cells.getOrDefault("BillingCurrency", Cell.EMPTY));
    for (String one : List.of("ContractedUnitPrice", "EffectiveCost", "ListUnitPrice")) {
      cells.put("PricingCurrency" + one, cells.getOrDefault(one, Cell.EMPTY));
    }
    return columns.stream().map(column -> cells.getOrDefault(column, Cell.EMPTY)).toList();
  }

  private Map<String, Cell> common(Statement statement) {
    Map<String, Cell> cells = new TreeMap<>();
    cells.put("BillingAccountId", Cell.of(issuer.accountId()));
    cells.put("BillingAccountName", Cell.of(issuer.accountName()));
    cells.put("BillingAccountType", Cell.of("Organisation"));
    cells.put("BillingCurrency", Cell.of(statement.currency()));
    cells.put("BillingPeriodStart", time(statement.from()));
    cells.put("BillingPeriodEnd", time(statement.to()));
    cells.put("ChargePeriodStart", time(statement.from()));
    cells.put("ChargePeriodEnd", time(statement.to()));
    invoice(statement).ifPresent(it -> cells.put("InvoiceId", Cell.of(it)));
    cells.put("InvoiceIssuerName", Cell.of(issuer.provider()));
    cells.put("ProviderName", Cell.of(issuer.provider()));
    cells.put("PublisherName", Cell.of(issuer.provider()));
    cells.put("ServiceProviderName", Cell.of(issuer.provider()));
    cells.put("HostProviderName", Cell.of(issuer.provider()));
    cells.put("ServiceCategory", Cell.of("AI and Machine Learning"));
    cells.put("ServiceSubcategory", Cell.of("AI Platforms"));
    cells.put("ServiceName", Cell.of("GPU as a Service"));
    cells.put("SubAccountId", Cell.of(statement.billing().costCenter()));
    cells.put("SubAccountName", Cell.of(statement.billing().costCenter()));
    cells.put("SubAccountType", Cell.of("Cost Center"));
    cells.put("Tags", Cell.of("{\"project\":" + json(statement.project()) + "}"));
    return cells;
  }

  /// The number of the cost centre's statement, or of months closed before there was one that of
  /// the project's; none while it is open.
  private static Optional<String> invoice(Statement statement) {
    String center = statement.billing().number();
    return Stream.of(center, statement.number()).filter(it -> !it.isEmpty()).findFirst();
  }

  private Map<String, Cell> usage(
      Statement statement, StatementLine line, BigDecimal hours, BigDecimal billed) {
    Map<String, Cell> cells = common(statement);
    String usageClass = line.usageClass().name();
    cells.put("ChargeCategory", Cell.of("Usage"));
    cells.put("ChargeFrequency", Cell.of("Usage-Based"));
    cells.put(
        "ChargeDescription",
        Cell.of(
            "%s GPU hours, %s, %s"
                .formatted(
                    line.model(),
                    usageClass.toLowerCase(Locale.ROOT),
                    line.meter().name().toLowerCase(Locale.ROOT))));
    cells.put("ConsumedQuantity", Cell.of(hours));
    cells.put("ConsumedUnit", Cell.of(UNIT));
    cells.put("PricingCategory", Cell.of(category(line.usageClass())));
    String price = usageClass + "." + line.meter() + "." + line.listPrice().toPlainString();
    sku(cells, line.model(), "GPU Hours - " + line.meter().name(), price);
    cells.put("SkuPriceDetails", Cell.of(details(line)));
    region(cells, line.pool());
    priced(cells, hours, line.unitPrice(), line.listPrice());
    BigDecimal product = line.unitPrice().multiply(hours);
    cells.put("BilledCost", Cell.of(billed));
    cells.put("EffectiveCost", Cell.of(product));
    return cells;
  }

  private static void sku(Map<String, Cell> cells, String model, String meter, String price) {
    String sku = "gpu." + model.toLowerCase(Locale.ROOT);
    cells.put("SkuId", Cell.of(sku));
    cells.put("SkuMeter", Cell.of(meter));
    cells.put("SkuPriceId", Cell.of(sku + "." + price));
  }

  private static void region(Map<String, Cell> cells, String pool) {
    cells.put("RegionId", Cell.of(pool));
    cells.put("RegionName", Cell.of(pool));
  }

  /// Price × quantity is the cost, exactly.
  private static void priced(
      Map<String, Cell> cells, BigDecimal hours, BigDecimal price, BigDecimal list) {
    cells.put("PricingQuantity", Cell.of(hours));
    cells.put("PricingUnit", Cell.of(UNIT));
    cells.put("ListUnitPrice", Cell.of(list));
    cells.put("ListCost", Cell.of(list.multiply(hours)));
    cells.put("ContractedUnitPrice", Cell.of(price));
    cells.put("ContractedCost", Cell.of(price.multiply(hours)));
  }

  private static String details(StatementLine line) {
    return "{\"x_GpuModel\":%s,\"x_Pool\":%s,\"x_Class\":\"%s\"}"
        .formatted(json(line.model()), json(line.pool()), line.usageClass());
  }

  private static String json(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c >= ' ' && c != '"' && c != '\\';
      json.append(plain ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return json.append('"').toString();
  }

  private static String category(UsageClass usageClass) {
    return switch (usageClass) {
      case NOMINAL, INTERNAL -> "Standard";
      case BORROWED, SPOT -> "Dynamic";
      case RESERVED -> "Committed";
    };
  }

  private Map<String, Cell> used(Statement statement, StatementLine line, Used used) {
    Map<String, Cell> cells = usage(statement, line, used.hours(), used.billed());
    cells.put("PricingCategory", Cell.of("Committed"));
    cells.put("EffectiveCost", Cell.of(used.effective()));
    discount(cells, used.charge(), "Used", used.hours());
    return cells;
  }

  private static void discount(
      Map<String, Cell> cells, StatementCharge charge, String status, BigDecimal hours) {
    cells.put("CommitmentDiscountId", Cell.of(charge.reference()));
    cells.put("CommitmentDiscountName", Cell.of(charge.model() + " in " + charge.pool()));
    cells.put("CommitmentDiscountCategory", Cell.of("Usage"));
    cells.put("CommitmentDiscountType", Cell.of("Reserved GPUs"));
    cells.put("CommitmentDiscountQuantity", Cell.of(hours));
    cells.put("CommitmentDiscountUnit", Cell.of(UNIT));
    if (!status.isEmpty()) {
      cells.put("CommitmentDiscountStatus", Cell.of(status));
    }
  }

  /// A commitment, for the month: what it costs comes back as the effective cost of its usage.
  private Map<String, Cell> purchase(Statement statement, Reserved reserved) {
    StatementCharge charge = reserved.charge();
    Map<String, Cell> cells = reservation(statement, reserved, charge.gpuHours());
    cells.put("ChargeCategory", Cell.of("Purchase"));
    cells.put("ChargeFrequency", Cell.of("Recurring"));
    cells.put("ChargeDescription", Cell.of(charge.explanation()));
    cells.put("PricingCategory", Cell.of("Standard"));
    cells.put("ResourceId", Cell.of(charge.reference()));
    cells.put("ResourceName", Cell.of(charge.reference()));
    cells.put("ResourceType", Cell.of("GPU commitment"));
    cells.put("BilledCost", Cell.of(charge.amount()));
    cells.put("EffectiveCost", Cell.of(BigDecimal.ZERO));
    discount(cells, charge, "", charge.gpuHours());
    return cells;
  }

  private Map<String, Cell> reservation(Statement statement, Reserved reserved, BigDecimal hours) {
    StatementCharge charge = reserved.charge();
    Map<String, Cell> cells = common(statement);
    String price = "COMMITMENT." + reserved.price().toPlainString();
    sku(cells, charge.model(), "GPU Hours - COMMITMENT", price);
    region(cells, charge.pool());
    priced(cells, hours, reserved.price(), reserved.price());
    return cells;
  }

  private Map<String, Cell> unused(Statement statement, Reserved reserved) {
    Map<String, Cell> cells = reservation(statement, reserved, reserved.unusedHours());
    cells.put("ChargeCategory", Cell.of("Usage"));
    cells.put("ChargeFrequency", Cell.of("Usage-Based"));
    cells.put("ChargeDescription", Cell.of("Reserved GPUs that were not used"));
    cells.put("PricingCategory", Cell.of("Committed"));
    cells.put("BilledCost", Cell.of(BigDecimal.ZERO));
    cells.put("EffectiveCost", Cell.of(reserved.unusedEffective()));
    discount(cells, reserved.charge(), "Unused", reserved.unusedHours());
    return cells;
  }

  private Map<String, Cell> charge(Statement statement, StatementCharge charge) {
    Map<String, Cell> cells = common(statement);
    String category =
        switch (charge.kind()) {
          case COMMITMENT, IDLE -> "Adjustment";
          case COVERED, LENT -> "Credit";
        };
    cells.put("ChargeCategory", Cell.of(category));
    cells.put("ChargeFrequency", Cell.of("Usage-Based"));
    cells.put("ChargeDescription", Cell.of(charge.explanation()));
    region(cells, charge.pool());
    alike(cells, charge.amount());
    return cells;
  }

  private Map<String, Cell> adjustment(Statement statement, Statement.Adjustment adjustment) {
    Map<String, Cell> cells = common(statement);
    boolean manual = adjustment.kind() == Statement.Adjustment.Kind.MANUAL;
    boolean credit = adjustment.amount().signum() < 0;
    cells.put("ChargeCategory", Cell.of(manual && credit ? "Credit" : "Adjustment"));
    if (!manual) {
      cells.put("ChargeClass", Cell.of("Correction"));
    }
    cells.put("ChargeFrequency", Cell.of("One-Time"));
    cells.put("ChargeDescription", Cell.of(adjustment.explanation()));
    alike(cells, adjustment.amount());
    return cells;
  }

  /// What has no unit price costs what is billed for it.
  private static void alike(Map<String, Cell> cells, BigDecimal billed) {
    for (String cost : List.of("BilledCost", "ListCost", "ContractedCost", "EffectiveCost")) {
      cells.put(cost, Cell.of(billed));
    }
  }

  private static Cell time(Instant at) {
    return Cell.of(at.toString());
  }
}
