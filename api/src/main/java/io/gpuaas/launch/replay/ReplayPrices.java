package io.gpuaas.launch.replay;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Prices of a replay, and what runs cost by them: reckoned here, apart from the product.
final class ReplayPrices {
  static final String NOMINAL = "2.00";
  static final String BORROWED = "1.00";

  private static final BigDecimal RISE = new BigDecimal("1.25");
  private static final BigDecimal PER_GPU_HOUR = BigDecimal.valueOf(3_600_000_000L);
  private static final BigDecimal CENT = new BigDecimal("0.01");

  private ReplayPrices() {}

  /// A price after it has risen.
  static BigDecimal risen(String price) {
    return new BigDecimal(price).multiply(RISE).stripTrailingZeros();
  }

  /// What nominal time costs, of which `dear` was used after the prices rose.
  static String charge(long milliGpuMillis, long dear) {
    BigDecimal before = new BigDecimal(NOMINAL).multiply(BigDecimal.valueOf(milliGpuMillis - dear));
    BigDecimal after = risen(NOMINAL).multiply(BigDecimal.valueOf(dear));
    return before.add(after).divide(PER_GPU_HOUR, 6, RoundingMode.HALF_EVEN).toPlainString();
  }

  /// Whether `charged` is `exact` but for the rounding of so many lines to cents.
  static boolean roundsTo(String exact, BigDecimal charged, int lines) {
    BigDecimal most = CENT.multiply(BigDecimal.valueOf(lines));
    return new BigDecimal(exact).subtract(charged).abs().compareTo(most) <= 0;
  }
}
