package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.LedgerExports.FocusIssuer;
import io.gpuaas.accounting.LedgerExports.FocusVersion;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Statements in the columns of FOCUS. A cell that does not apply is empty.
///
/// @see <a href="https://focus.finops.org/focus-specification/">FOCUS</a>
public final class FocusTable {
  private static final List<String> COLUMNS_1_2 =
      List.of(
          "AvailabilityZone",
          "BilledCost",
          "BillingAccountId",
          "BillingAccountName",
          "BillingAccountType",
          "BillingCurrency",
          "BillingPeriodEnd",
          "BillingPeriodStart",
          "CapacityReservationId",
          "CapacityReservationStatus",
          "ChargeCategory",
          "ChargeClass",
          "ChargeDescription",
          "ChargeFrequency",
          "ChargePeriodEnd",
          "ChargePeriodStart",
          "CommitmentDiscountCategory",
          "CommitmentDiscountId",
          "CommitmentDiscountName",
          "CommitmentDiscountQuantity",
          "CommitmentDiscountStatus",
          "CommitmentDiscountType",
          "CommitmentDiscountUnit",
          "ConsumedQuantity",
          "ConsumedUnit",
          "ContractedCost",
          "ContractedUnitPrice",
          "EffectiveCost",
          "InvoiceId",
          "InvoiceIssuerName",
          "ListCost",
          "ListUnitPrice",
          "PricingCategory",
          "PricingCurrency",
          "PricingCurrencyContractedUnitPrice",
          "PricingCurrencyEffectiveCost",
          "PricingCurrencyListUnitPrice",
          "PricingQuantity",
          "PricingUnit",
          "ProviderName",
          "PublisherName",
          "RegionId",
          "RegionName",
          "ResourceId",
          "ResourceName",
          "ResourceType",
          "ServiceCategory",
          "ServiceName",
          "ServiceSubcategory",
          "SkuId",
          "SkuMeter",
          "SkuPriceDetails",
          "SkuPriceId",
          "SubAccountId",
          "SubAccountName",
          "SubAccountType",
          "Tags");

  /// Since 1.4 a provider is one of the service or of the host.
  private static final List<String> GONE_IN_1_4 = List.of("ProviderName", "PublisherName");

  private static final List<String> NEW_SINCE_1_2 =
      List.of(
          "AllocatedMethodDetails",
          "AllocatedMethodId",
          "AllocatedResourceId",
          "AllocatedResourceName",
          "AllocatedTags",
          "ContractApplied",
          "HostProviderName",
          "ServiceProviderName");

  private static final String UNIT = "GPU-Hours";

  private final FocusIssuer issuer;
  private final List<String> columns;

  public FocusTable(FocusIssuer issuer, FocusVersion version) {
    this.issuer = issuer;
    this.columns =
        switch (version) {
          case V1_2 -> COLUMNS_1_2;
          case V1_4 ->
              Stream.concat(
                      COLUMNS_1_2.stream().filter(it -> !GONE_IN_1_4.contains(it)),
                      NEW_SINCE_1_2.stream())
                  .sorted()
                  .toList();
        };
  }

  /// In the order of the alphabet.
  public List<String> columns() {
    return columns;
  }

  /// One row per line, then one per charge beside usage and per adjustment; cells in the order of
  /// [#columns].
  public List<List<Cell>> rows(Statement statement) {
    List<List<Cell>> rows = new ArrayList<>();
    statement.lines().forEach(line -> rows.add(row(usage(statement, line))));
    statement.charges().forEach(one -> rows.add(row(charge(statement, one))));
    statement.adjustments().forEach(one -> rows.add(row(adjustment(statement, one))));
    return rows;
  }

  private List<Cell> row(Map<String, Cell> cells) {
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
    if (!statement.number().isEmpty()) {
      cells.put("InvoiceId", Cell.of(statement.number()));
    }
    cells.put("InvoiceIssuerName", Cell.of(issuer.provider()));
    cells.put("ProviderName", Cell.of(issuer.provider()));
    cells.put("PublisherName", Cell.of(issuer.provider()));
    cells.put("ServiceProviderName", Cell.of(issuer.provider()));
    cells.put("HostProviderName", Cell.of(issuer.provider()));
    cells.put("ServiceCategory", Cell.of("AI and Machine Learning"));
    cells.put("ServiceSubcategory", Cell.of("AI Platforms"));
    cells.put("ServiceName", Cell.of("GPU as a Service"));
    subAccount(cells, statement.project());
    cells.put("Tags", Cell.of("{\"project\":" + json(statement.project()) + "}"));
    return cells;
  }

  private void subAccount(Map<String, Cell> cells, String project) {
    ProjectHome home = issuer.homes().get(project);
    if (home == null || home.costCenter().isEmpty()) {
      cells.put("SubAccountId", Cell.of(project));
      cells.put("SubAccountName", Cell.of(project));
      cells.put("SubAccountType", Cell.of("Project"));
    } else {
      cells.put("SubAccountId", Cell.of(home.costCenter()));
      cells.put("SubAccountName", Cell.of(home.department()));
      cells.put("SubAccountType", Cell.of("Cost Center"));
    }
  }

  private Map<String, Cell> usage(Statement statement, StatementLine line) {
    Map<String, Cell> cells = common(statement);
    String sku = "gpu." + line.model().toLowerCase(Locale.ROOT);
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
    cells.put("ConsumedQuantity", Cell.of(line.gpuHours()));
    cells.put("ConsumedUnit", Cell.of(UNIT));
    cells.put("PricingQuantity", Cell.of(line.gpuHours()));
    cells.put("PricingUnit", Cell.of(UNIT));
    cells.put("PricingCategory", Cell.of(category(line.usageClass())));
    cells.put("SkuId", Cell.of(sku));
    cells.put("SkuMeter", Cell.of("GPU Hours - " + line.meter().name()));
    cells.put(
        "SkuPriceId", Cell.of(sku + "." + usageClass + "." + line.meter() + "." + priceText(line)));
    cells.put("SkuPriceDetails", Cell.of(details(line)));
    cells.put("RegionId", Cell.of(line.pool()));
    cells.put("RegionName", Cell.of(line.pool()));
    costs(cells, line.amount(), line.product());
    cells.put("ListUnitPrice", Cell.of(line.unitPrice()));
    cells.put("ContractedUnitPrice", Cell.of(line.unitPrice()));
    return cells;
  }

  private static String priceText(StatementLine line) {
    return line.unitPrice().toPlainString();
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

  /// A commitment is purchased; usage that it covers, and GPUs that were lent, are credited.
  private Map<String, Cell> charge(Statement statement, StatementCharge charge) {
    Map<String, Cell> cells = common(statement);
    boolean commitment = charge.kind() == StatementCharge.Kind.COMMITMENT;
    String category =
        switch (charge.kind()) {
          case COMMITMENT -> "Purchase";
          case COVERED, LENT -> "Credit";
          case IDLE -> "Adjustment";
        };
    cells.put("ChargeCategory", Cell.of(category));
    cells.put("ChargeFrequency", Cell.of(commitment ? "Recurring" : "Usage-Based"));
    cells.put("ChargeDescription", Cell.of(charge.explanation()));
    cells.put("RegionId", Cell.of(charge.pool()));
    cells.put("RegionName", Cell.of(charge.pool()));
    BigDecimal exact = charge.exact().toDecimal(12);
    costs(cells, charge.amount(), exact);
    if (commitment) {
      cells.put("PricingCategory", Cell.of("Committed"));
      cells.put("PricingQuantity", Cell.of(charge.gpuHours()));
      cells.put("PricingUnit", Cell.of(UNIT));
      cells.put("SkuId", Cell.of("gpu." + charge.model().toLowerCase(Locale.ROOT)));
      cells.put("ResourceId", Cell.of(charge.reference()));
      cells.put("ResourceType", Cell.of("GPU commitment"));
    }
    return cells;
  }

  private Map<String, Cell> adjustment(Statement statement, Statement.Adjustment adjustment) {
    Map<String, Cell> cells = common(statement);
    BigDecimal exact = adjustment.exact().toDecimal(12);
    boolean manual = adjustment.kind() == Statement.Adjustment.Kind.MANUAL;
    boolean credit = adjustment.amount().signum() < 0;
    cells.put("ChargeCategory", Cell.of(manual && credit ? "Credit" : "Adjustment"));
    if (!manual) {
      cells.put("ChargeClass", Cell.of("Correction"));
    }
    cells.put("ChargeFrequency", Cell.of("One-Time"));
    cells.put("ChargeDescription", Cell.of(adjustment.explanation()));
    costs(cells, adjustment.amount(), exact);
    return cells;
  }

  private static void costs(Map<String, Cell> cells, BigDecimal billed, BigDecimal exact) {
    cells.put("BilledCost", Cell.of(billed));
    cells.put("ListCost", Cell.of(exact));
    cells.put("ContractedCost", Cell.of(exact));
    cells.put("EffectiveCost", Cell.of(exact));
  }

  private static Cell time(Instant at) {
    return Cell.of(at.toString());
  }
}
