package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// An exact amount of money: millionths of the currency per GPU-hour, times thousandths of a GPU,
/// times milliseconds. One currency unit is 3,600,000,000,000,000 of these.
///
/// Prices have 6 decimals and time is whole milliseconds, so every product and every sum is an
/// integer: charges may be cut and added in any order and always agree. Only [#toDecimal] rounds.
public record Charge(BigInteger units) implements Comparable<Charge> {
  public static final Charge ZERO = new Charge(BigInteger.ZERO);

  /// Charge units in one unit of the currency.
  public static final BigInteger PER_UNIT = BigInteger.valueOf(3_600_000_000_000_000L);

  public static Charge of(long priceMicrosPerGpuHour, GpuTime time) {
    return new Charge(
        BigInteger.valueOf(priceMicrosPerGpuHour)
            .multiply(BigInteger.valueOf(time.milliGpuMillis())));
  }

  /// Exact only for amounts with at most 6 decimals; others are a programming error.
  ///
  /// @throws ArithmeticException when `amount` has a finer fraction
  public static Charge ofDecimal(BigDecimal amount) {
    BigDecimal micros = amount.movePointRight(6);
    return new Charge(
        micros.toBigIntegerExact().multiply(PER_UNIT.divide(BigInteger.valueOf(1_000_000L))));
  }

  public Charge plus(Charge other) {
    return new Charge(units.add(other.units));
  }

  public Charge minus(Charge other) {
    return new Charge(units.subtract(other.units));
  }

  public Charge negated() {
    return new Charge(units.negate());
  }

  /// In units of the currency, rounded HALF_EVEN to `scale` decimals.
  public BigDecimal toDecimal(int scale) {
    return new BigDecimal(units).divide(new BigDecimal(PER_UNIT), scale, RoundingMode.HALF_EVEN);
  }

  @Override
  public int compareTo(Charge other) {
    return units.compareTo(other.units);
  }
}
