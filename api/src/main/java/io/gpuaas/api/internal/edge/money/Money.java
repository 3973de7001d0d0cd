package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Charge;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount of money.
@Schema(description = "An amount of money; the amount is a decimal text, never a number.")
public record Money(
    @Schema(example = "12.34") String amount, @Schema(example = "EUR") String currency) {
  private static final int DECIMALS = 2;

  /// An amount that has no more than two decimals.
  static Money of(BigDecimal amount, String currency) {
    return new Money(amount.setScale(DECIMALS, RoundingMode.UNNECESSARY).toPlainString(), currency);
  }

  /// The charge rounded HALF_EVEN to two decimals.
  public static Money of(Charge charge, String currency) {
    return new Money(charge.toDecimal(DECIMALS).toPlainString(), currency);
  }
}
