package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.StatementRounding;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Head;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Usage;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatementBuilderTest {
  private static final Head HEAD =
      new Head("", Period.of(YearMonth.of(2026, 3), ZoneOffset.UTC), Statement.Status.OPEN, "EUR");
  private static final long HOUR = 3_600_000_000L;

  private static Usage usage(String model, String price, long milliGpuMillis) {
    return new Usage(
        model,
        "pool",
        UsageClass.NOMINAL,
        UsageMeter.RUN,
        StatementLine.Kind.BILLED,
        new BigDecimal(price).movePointRight(6).longValueExact(),
        new BigDecimal(price).movePointRight(6).longValueExact(),
        new GpuTime(milliGpuMillis));
  }

  private static List<String> amounts(Statement statement) {
    return statement.lines().stream().map(line -> line.amount().toPlainString()).toList();
  }

  @Test
  void lineIsExactProductRoundedOnce() {
    Statement statement =
        new StatementBuilder(StatementRounding.LINE_HALF_EVEN)
            .build("a", HEAD, List.of(usage("m", "2.345678", 3 * HOUR + 1_800)), List.of());
    StatementLine line = statement.lines().getFirst();
    assertThat(line.gpuHours()).isEqualByComparingTo("3.000000");
    assertThat(line.product()).isEqualByComparingTo("7.037034000000");
    assertThat(line.amount()).isEqualByComparingTo("7.04");
    assertThat(statement.total()).isEqualByComparingTo("7.04");
    assertThat(statement.exact().toDecimal(12)).isEqualByComparingTo("7.037035172839");
    assertThat(statement.rounding()).isEqualByComparingTo("0.002964827161");
  }

  @Test
  void linesAddUpToTheTotalUnderBothPolicies() {
    List<Usage> three =
        List.of(usage("a", "0.004", HOUR), usage("b", "0.004", HOUR), usage("c", "0.004", HOUR));
    Statement byLine =
        new StatementBuilder(StatementRounding.LINE_HALF_EVEN).build("p", HEAD, three, List.of());
    assertThat(amounts(byLine)).containsExactly("0.00", "0.00", "0.00");
    assertThat(byLine.rounding()).isEqualByComparingTo("-0.012");

    StatementBuilder distributing = new StatementBuilder(StatementRounding.TOTAL_THEN_DISTRIBUTE);
    Statement distributed = distributing.build("p", HEAD, three, List.of());
    assertThat(amounts(distributed)).containsExactly("0.01", "0.00", "0.00");
    assertThat(distributed.total()).isEqualByComparingTo("0.01");

    List<Usage> many =
        IntStream.range(0, 81).mapToObj(i -> usage("m%02d".formatted(i), "0.005", HOUR)).toList();
    Statement total = distributing.build("p", HEAD, many, List.of());
    assertThat(total.total()).isEqualByComparingTo("0.40");
    assertThat(total.lines().stream().map(StatementLine::amount).reduce(BigDecimal::add))
        .contains(new BigDecimal("0.40"));
  }

  @Test
  void sharesOfThreePayersAddUp() {
    assertThat(Apportion.shares(new BigDecimal("100.00"), List.of(1L, 1L, 1L), 2))
        .extracting(BigDecimal::toPlainString)
        .containsExactly("33.34", "33.33", "33.33");
    assertThat(Apportion.shares(new BigDecimal("0.05"), List.of(0L, 0L), 2))
        .extracting(BigDecimal::toPlainString)
        .containsExactly("0.03", "0.02");
  }

  @Test
  void quantitiesOfRandomStatementsAddUpToTheExactSum() {
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < 2_000; i++) {
      List<Usage> usages = new ArrayList<>();
      long sum = 0;
      for (int line = random.nextInt(1, 40); line > 0; line--) {
        long time = random.nextLong(1, 100 * HOUR);
        sum += time;
        String price = BigDecimal.valueOf(random.nextLong(9_000_000), 6).toPlainString();
        usages.add(usage("m" + line, price, time));
      }
      Statement statement =
          new StatementBuilder(StatementRounding.LINE_HALF_EVEN)
              .build("p", HEAD, usages, List.of());
      assertThat(statement.gpuHours()).isEqualByComparingTo(new GpuTime(sum).gpuHours());
      assertThat(statement.time().milliGpuMillis()).isEqualTo(sum);
      for (StatementLine line : statement.lines()) {
        assertThat(line.product()).isEqualByComparingTo(line.unitPrice().multiply(line.gpuHours()));
        BigDecimal off = line.product().subtract(line.amount()).abs();
        assertThat(off).isLessThanOrEqualTo(new BigDecimal("0.005"));
      }
      assertThat(statement.rounding().add(statement.exact().toDecimal(12)))
          .isEqualByComparingTo(statement.total());
    }
  }

  @Test
  void monthOfAZoneMayBeAnHourShort() {
    Head head =
        new Head(
            "",
            Period.of(YearMonth.of(2024, 3), ZoneId.of("Europe/Berlin")),
            Statement.Status.OPEN,
            "EUR");
    Statement empty =
        new StatementBuilder(StatementRounding.LINE_HALF_EVEN)
            .build("p", head, List.of(), List.of());
    assertThat(empty.from()).isEqualTo("2024-02-29T23:00:00Z");
    assertThat(empty.to()).isEqualTo("2024-03-31T22:00:00Z");
    assertThat(empty.total()).isEqualByComparingTo("0");
  }
}
