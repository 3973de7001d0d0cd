package io.gpuaas.accounting;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rate card as somebody wants it, not yet checked.
public record RateCardDraft(String name, String currency, List<Line> rates) {
  public RateCardDraft {
    rates = List.copyOf(rates);
  }

  /// One wanted rate, as text. Empty names mean "any"; `validTo` null or empty means no end.
  ///
  /// @param pricePerGpuHour decimal with at most 6 decimals
  /// @param validFrom and `validTo` are RFC 3339 instants
  public record Line(
      @Nullable String pool,
      @Nullable String model,
      @Nullable String usageClass,
      @Nullable String meter,
      @Nullable String pricePerGpuHour,
      @Nullable String validFrom,
      @Nullable String validTo) {}
}
