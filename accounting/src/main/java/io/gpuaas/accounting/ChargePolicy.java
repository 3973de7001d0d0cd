package io.gpuaas.accounting;

import java.time.YearMonth;

/// How statements charge what a pool costs beside usage, from the month `since` on.
///
/// @param pool `*` for all pools that have no policy of their own
/// @param idle who bears idle GPUs
/// @param lenderPercent of what borrowed GPUs are charged goes to those who lend them, 0 to 100
public record ChargePolicy(
    String pool, YearMonth since, IdleCosts.Policy idle, int lenderPercent, String author) {
  /// The platform bears idle GPUs and keeps what borrowers pay.
  public static ChargePolicy standard() {
    return new ChargePolicy(
        RateKey.ANY, YearMonth.of(1970, 1), IdleCosts.Policy.PLATFORM_ABSORBS, 0, "");
  }

  /// Whether it puts anything on a statement.
  public boolean charges() {
    return idle != IdleCosts.Policy.PLATFORM_ABSORBS || lenderPercent > 0;
  }
}
