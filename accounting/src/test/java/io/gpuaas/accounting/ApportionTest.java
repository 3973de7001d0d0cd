package io.gpuaas.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ApportionTest {
  /// Parts in thousandths and what becomes of them in cents.
  record Case(List<Long> thousandths, List<String> cents) {}

  private static Stream<Case> cases() {
    return Stream.of(
        new Case(List.of(), List.of()),
        new Case(List.of(0L), List.of("0.00")),
        new Case(List.of(5L), List.of("0.00")),
        new Case(List.of(15L), List.of("0.02")),
        new Case(List.of(5L, 5L), List.of("0.01", "0.00")),
        new Case(List.of(4L, 6L), List.of("0.00", "0.01")),
        new Case(List.of(3333L, 3333L, 3334L), List.of("3.33", "3.33", "3.34")),
        new Case(List.of(-5L, 5L), List.of("0.00", "0.00")),
        new Case(List.of(-4L, -4L, -4L), List.of("0.00", "0.00", "-0.01")),
        new Case(List.of(-1009L), List.of("-1.01")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void partsAddUpToTheRoundedTotal(Case it) {
    List<BigInteger> parts = it.thousandths().stream().map(BigInteger::valueOf).toList();
    assertThat(Apportion.rounded(parts, BigInteger.valueOf(1000), 2))
        .isEqualTo(it.cents().stream().map(BigDecimal::new).toList());
  }

  /// Random bills with credits among them: the sum is the total rounded once, and no part is a
  /// whole unit off.
  @Test
  void noPartIsAWholeUnitOff() {
    SplittableRandom random = new SplittableRandom(20261130);
    BigDecimal cent = new BigDecimal("0.01");
    for (int bill = 0; bill < 5_000; bill++) {
      List<Charge> charges = new ArrayList<>();
      for (int i = random.nextInt(1, 9); i > 0; i--) {
        charges.add(new Charge(BigInteger.valueOf(random.nextLong() >> random.nextInt(60))));
      }
      List<BigDecimal> amounts = Apportion.amounts(charges, 2);
      Charge total = charges.stream().reduce(Charge.ZERO, Charge::plus);
      assertThat(amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add))
          .as("bill %d", bill)
          .isEqualByComparingTo(total.toDecimal(2));
      for (int i = 0; i < charges.size(); i++) {
        BigDecimal exact =
            new BigDecimal(charges.get(i).units())
                .divide(new BigDecimal(Charge.PER_UNIT), MathContext.DECIMAL128);
        assertThat(amounts.get(i).subtract(exact).abs()).as("bill %d", bill).isLessThan(cent);
      }
    }
  }

  @Test
  void hoursAddUpTooThoughEachIsAThird() {
    GpuTime third = new GpuTime(1_200_000_000);
    assertThat(Apportion.gpuHours(List.of(third, third, third)))
        .isEqualTo(decimals("0.333334", "0.333333", "0.333333"));
  }

  @Test
  void aWholeIsSharedByWeight() {
    assertThat(Apportion.shares(new BigDecimal("-1.00"), List.of(1L, 0L, 2L), 2))
        .isEqualTo(decimals("-0.33", "0.00", "-0.67"));
    assertThat(Apportion.shares(new BigDecimal("0.01"), List.of(Long.MAX_VALUE, Long.MAX_VALUE), 2))
        .isEqualTo(decimals("0.01", "0.00"));
    assertThat(Apportion.shares(new BigDecimal("1.00"), List.of(0L, 0L, 0L), 2))
        .isEqualTo(decimals("0.34", "0.33", "0.33"));
    assertThatThrownBy(() -> Apportion.shares(new BigDecimal("0.001"), List.of(1L), 2))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void chargesAreExactUntilTheyAreShown() {
    GpuTime hour = GpuTime.of(1000, 3_600_000);
    Charge charge = Charge.of(2_500_000, hour);
    assertThat(charge).isEqualTo(Charge.ofDecimal(new BigDecimal("2.5")));
    assertThat(charge.minus(Charge.of(2_500_000, hour))).isEqualTo(Charge.ZERO);
    assertThat(charge.negated()).isLessThan(Charge.ZERO);
    assertThat(Charge.of(Long.MAX_VALUE, new GpuTime(Long.MAX_VALUE)).toDecimal(2))
        .isEqualTo(
            new BigDecimal(BigInteger.valueOf(Long.MAX_VALUE).pow(2))
                .divide(new BigDecimal(Charge.PER_UNIT), 2, RoundingMode.HALF_EVEN));
    assertThatThrownBy(() -> Charge.ofDecimal(new BigDecimal("0.0000001")))
        .isInstanceOf(ArithmeticException.class);
  }

  private static List<BigDecimal> decimals(String... texts) {
    return Stream.of(texts).map(BigDecimal::new).toList();
  }
}
