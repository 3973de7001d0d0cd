package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import org.jspecify.annotations.Nullable;

/// How a price is written into the columns that stored and live lines share.
final class LiveColumns {
  private LiveColumns() {}

  static @Nullable String billed(RatedUsage line) {
    return switch (line.pricing()) {
      case Pricing.Priced _ -> "true";
      case Pricing.Free() -> "false";
      case Pricing.Unpriced() -> null;
    };
  }

  static @Nullable String price(RatedUsage line) {
    return switch (line.pricing()) {
      case Pricing.Priced(_, _, long price, _) -> Long.toString(price);
      case Pricing.Free() -> "0";
      case Pricing.Unpriced() -> null;
    };
  }

  static @Nullable String list(RatedUsage line) {
    return switch (line.pricing()) {
      case Pricing.Priced(_, _, _, long list) -> Long.toString(list);
      case Pricing.Free() -> "0";
      case Pricing.Unpriced() -> null;
    };
  }
}
