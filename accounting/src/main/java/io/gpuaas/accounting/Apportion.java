package io.gpuaas.accounting;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Rounds parts so that they add up to their rounded total.
///
/// The total is rounded once, HALF_EVEN; each part is rounded down, and what is missing goes, one
/// smallest unit each, to the parts with the largest remainder, the earlier one on ties.
public final class Apportion {
  private Apportion() {}

  /// `parts / denominator`, each with `scale` decimals: `List<BigDecimal>` in the order of `parts`.
  public static List<BigDecimal> rounded(
      List<BigInteger> parts, BigInteger denominator, int scale) {
    BigInteger factor = BigInteger.TEN.pow(scale);
    List<BigInteger> floors = new ArrayList<>();
    List<BigInteger> remainders = new ArrayList<>();
    BigInteger sum = BigInteger.ZERO;
    for (BigInteger part : parts) {
      BigInteger scaled = part.multiply(factor);
      BigInteger remainder = scaled.mod(denominator);
      floors.add(scaled.subtract(remainder).divide(denominator));
      remainders.add(remainder);
      sum = sum.add(part);
    }
    BigInteger total =
        new BigDecimal(sum.multiply(factor))
            .divide(new BigDecimal(denominator), 0, RoundingMode.HALF_EVEN)
            .toBigIntegerExact();
    BigInteger given = floors.stream().reduce(BigInteger.ZERO, BigInteger::add);
    long missing = total.subtract(given).longValueExact();
    List<Integer> order =
        IntStream.range(0, parts.size())
            .boxed()
            .sorted(Comparator.comparing(remainders::get, Comparator.reverseOrder()))
            .limit(missing)
            .toList();
    order.forEach(i -> floors.set(i, floors.get(i).add(BigInteger.ONE)));
    return floors.stream().map(units -> new BigDecimal(units, scale)).toList();
  }

  /// Charges as amounts of the currency that add up.
  public static List<BigDecimal> amounts(List<Charge> charges, int scale) {
    return rounded(charges.stream().map(Charge::units).toList(), Charge.PER_UNIT, scale);
  }

  /// GPU-times as GPU-hours with 6 decimals that add up.
  public static List<BigDecimal> gpuHours(List<io.gpuaas.core.GpuTime> times) {
    List<BigInteger> parts =
        times.stream().map(time -> BigInteger.valueOf(time.milliGpuMillis())).toList();
    return rounded(parts, BigInteger.valueOf(3_600_000_000L), 6);
  }

  /// `whole` shared by weight, with `scale` decimals; equal shares when all weights are 0.
  ///
  /// @param weights none negative, at least one
  public static List<BigDecimal> shares(BigDecimal whole, List<Long> weights, int scale) {
    BigInteger units = whole.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue();
    boolean none = weights.stream().allMatch(weight -> weight == 0);
    List<BigInteger> parts =
        weights.stream().map(w -> units.multiply(BigInteger.valueOf(none ? 1 : w))).toList();
    BigInteger sum =
        none
            ? BigInteger.valueOf(weights.size())
            : weights.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    return rounded(parts, sum.multiply(BigInteger.TEN.pow(scale)), scale);
  }
}
