package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.StatementRounding;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Makes statements. All quantities are exact until here; quantity is quantised once, price times
/// quantity is exact, and the product is rounded once.
public final class StatementBuilder {
  private static final Comparator<Usage> ORDER =
      Comparator.comparing(Usage::model)
          .thenComparing(Usage::pool)
          .thenComparing(Usage::usageClass)
          .thenComparing(Usage::meter)
          .thenComparing(Usage::kind)
          .thenComparingLong(Usage::priceMicros)
          .thenComparingLong(Usage::listMicros);
  private static final BigDecimal PRODUCT_STEP = new BigDecimal("1E-12");

  private final StatementRounding rounding;

  public StatementBuilder(StatementRounding rounding) {
    this.rounding = rounding;
  }

  /// Of which period a statement is, and in which currency.
  ///
  /// @param number empty while it is open
  /// @param billings by project
  public record Head(
      String number,
      Period period,
      Statement.Status status,
      String currency,
      SortedMap<String, Billing> billings) {
    /// To no department.
    public Head(String number, Period period, Statement.Status status, String currency) {
      this(number, period, status, currency, Collections.emptySortedMap());
    }

    public Head numbered(String newNumber) {
      return new Head(newNumber, period, status, currency, billings);
    }

    /// How the statement of `project` stands to others.
    public Billing billing(String project) {
      return billings.getOrDefault(project, Billing.NONE);
    }

    public Head billed(SortedMap<String, Billing> newBillings) {
      return new Head(number, period, status, currency, newBillings);
    }
  }

  /// Something of an earlier month to be settled in this one.
  public record Late(
      Statement.Adjustment.Kind kind, String explanation, GpuTime time, Charge charge) {}

  /// What is charged beside usage.
  ///
  /// @param priceMicros where one price holds, else null
  /// @param usageClass of the usage that is covered, and its `meter`, else null
  public record Extra(
      StatementCharge.Kind kind,
      String reference,
      String pool,
      String model,
      String explanation,
      GpuTime time,
      Charge charge,
      @Nullable Long priceMicros,
      @Nullable UsageClass usageClass,
      @Nullable UsageMeter meter) {
    /// Of no price and no usage in particular.
    public Extra(
        StatementCharge.Kind kind,
        String pool,
        String model,
        String explanation,
        GpuTime time,
        Charge charge) {
      this(kind, "", pool, model, explanation, time, charge, null, null, null);
    }
  }

  /// All usage of a project in the month of one kind at one price.
  ///
  /// @param listMicros what the price list says
  public record Usage(
      String model,
      String pool,
      UsageClass usageClass,
      UsageMeter meter,
      StatementLine.Kind kind,
      long priceMicros,
      long listMicros,
      GpuTime time) {}

  /// A statement without charges beside usage.
  public Statement build(String project, Head head, List<Usage> usages, List<Late> lates) {
    return build(project, head, usages, lates, List.of());
  }

  public Statement build(
      String project, Head head, List<Usage> usages, List<Late> lates, List<Extra> extras) {
    List<Usage> sorted = usages.stream().sorted(ORDER).toList();
    List<BigDecimal> hours = Apportion.gpuHours(sorted.stream().map(Usage::time).toList());
    List<BigDecimal> products = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      products.add(price(sorted.get(i)).multiply(hours.get(i)));
    }
    List<BigDecimal> amounts = amounts(products, head.currency());
    List<StatementLine> lines = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      lines.add(line(sorted.get(i), hours.get(i), products.get(i), amounts.get(i)));
    }
    int scale = scale(head.currency());
    List<Statement.Adjustment> adjustments =
        lates.stream().map(late -> adjustment(late, scale)).toList();
    List<StatementCharge> charges = extras.stream().map(it -> charge(it, scale)).toList();
    return statement(project, head, new Parts(lines, adjustments, charges), exact(sorted));
  }

  private static BigDecimal price(Usage usage) {
    return BigDecimal.valueOf(usage.priceMicros(), 6);
  }

  private static StatementLine line(
      Usage usage, BigDecimal hours, BigDecimal product, BigDecimal amount) {
    return new StatementLine(
        usage.model(),
        usage.pool(),
        usage.usageClass(),
        usage.meter(),
        usage.kind(),
        usage.time(),
        hours,
        price(usage),
        product,
        amount,
        BigDecimal.valueOf(usage.listMicros(), 6));
  }

  private static Statement.Adjustment adjustment(Late late, int scale) {
    return new Statement.Adjustment(
        late.kind(),
        late.explanation(),
        late.time().gpuHours(),
        late.charge(),
        late.charge().toDecimal(scale));
  }

  private static StatementCharge charge(Extra extra, int scale) {
    return new StatementCharge(
        extra.kind(),
        extra.reference(),
        extra.pool(),
        extra.model(),
        extra.explanation(),
        extra.time(),
        extra.time().gpuHours(),
        extra.charge(),
        extra.charge().toDecimal(scale),
        extra.priceMicros() == null ? null : BigDecimal.valueOf(extra.priceMicros(), 6),
        extra.usageClass(),
        extra.meter());
  }

  private record Parts(
      List<StatementLine> lines,
      List<Statement.Adjustment> adjustments,
      List<StatementCharge> charges) {}

  private static int scale(String currency) {
    return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
  }

  private List<BigDecimal> amounts(List<BigDecimal> products, String currency) {
    int scale = scale(currency);
    return switch (rounding) {
      case LINE_HALF_EVEN ->
          products.stream()
              .map(product -> product.setScale(scale, RoundingMode.HALF_EVEN))
              .toList();
      case TOTAL_THEN_DISTRIBUTE -> {
        List<BigInteger> units =
            products.stream().map(p -> p.divide(PRODUCT_STEP).toBigIntegerExact()).toList();
        yield Apportion.rounded(units, BigInteger.TEN.pow(12), scale);
      }
    };
  }

  private static Charge exact(List<Usage> usages) {
    Charge sum = Charge.ZERO;
    for (Usage usage : usages) {
      sum = sum.plus(Charge.of(usage.priceMicros(), usage.time()));
    }
    return sum;
  }

  private static Statement statement(String project, Head head, Parts parts, Charge linesExact) {
    GpuTime time = GpuTime.ZERO;
    BigDecimal hours = BigDecimal.ZERO.setScale(6);
    BigDecimal unrated = BigDecimal.ZERO.setScale(6);
    BigDecimal total = BigDecimal.ZERO.setScale(scale(head.currency()));
    for (StatementLine line : parts.lines()) {
      time = time.plus(line.time());
      hours = hours.add(line.gpuHours());
      total = total.add(line.amount());
      if (line.kind() == StatementLine.Kind.UNRATED) {
        unrated = unrated.add(line.gpuHours());
      }
    }
    Charge exact = linesExact;
    for (StatementCharge charge : parts.charges()) {
      exact = exact.plus(charge.exact());
      total = total.add(charge.amount());
    }
    for (Statement.Adjustment adjustment : parts.adjustments()) {
      exact = exact.plus(adjustment.exact());
      total = total.add(adjustment.amount());
    }
    return new Statement(
        head.number(),
        project,
        head.period().month(),
        head.period().ends(),
        head.period().from(),
        head.period().to(),
        head.status(),
        head.billing(project),
        head.currency(),
        parts.lines(),
        parts.adjustments(),
        parts.charges(),
        time,
        hours,
        unrated,
        total,
        exact,
        Charge.ofDecimal(total).minus(exact).toDecimal(12));
  }
}
