package io.gpuaas.accounting;

/// A piece of usage during which one price holds.
public record RatedUsage(UsageInterval usage, Pricing pricing) {
  /// 0 when it is free or unpriced; look at [#pricing] to tell which.
  public Charge charge() {
    return switch (pricing) {
      case Pricing.Priced(_, _, long priceMicros, _) -> Charge.of(priceMicros, usage.time());
      case Pricing.Free() -> Charge.ZERO;
      case Pricing.Unpriced() -> Charge.ZERO;
    };
  }
}
