package io.gpuaas.accounting;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A rate card as somebody wants it, not yet checked.
public record RateCardDraft(String name, String currency, List<Line> rates) {
  public RateCardDraft {
    rates = List.copyOf(rates);
  }

  /// The draft that would make `card` as it is.
  public static RateCardDraft of(RateCard card) {
    return new RateCardDraft(
        card.name(), card.currency(), card.rates().stream().map(Line::of).toList());
  }

  /// One wanted rate, as text. Empty names mean "any"; `validTo` null or empty means no end.
  ///
  /// @param pricePerGpuHour decimal with at most 6 decimals
  /// @param validFrom and `validTo` are RFC 3339 instants
  /// @param timeBand as [TimeBand#parse] reads it; null or empty: every hour
  /// @param listPricePerGpuHour what the price list says; null or empty: what is charged
  public record Line(
      @Nullable String pool,
      @Nullable String model,
      @Nullable String usageClass,
      @Nullable String meter,
      @Nullable String pricePerGpuHour,
      @Nullable String validFrom,
      @Nullable String validTo,
      @Nullable String timeBand,
      @Nullable String listPricePerGpuHour) {
    /// A rate at what the price list says.
    public Line(
        @Nullable String pool,
        @Nullable String model,
        @Nullable String usageClass,
        @Nullable String meter,
        @Nullable String pricePerGpuHour,
        @Nullable String validFrom,
        @Nullable String validTo,
        @Nullable String timeBand) {
      this(pool, model, usageClass, meter, pricePerGpuHour, validFrom, validTo, timeBand, null);
    }

    /// A rate for every hour.
    public Line(
        @Nullable String pool,
        @Nullable String model,
        @Nullable String usageClass,
        @Nullable String meter,
        @Nullable String pricePerGpuHour,
        @Nullable String validFrom,
        @Nullable String validTo) {
      this(pool, model, usageClass, meter, pricePerGpuHour, validFrom, validTo, null, null);
    }

    static Line of(Rate rate) {
      return new Line(
          rate.key().pool(),
          rate.key().model(),
          rate.key().usageClass(),
          rate.key().meter(),
          BigDecimal.valueOf(rate.priceMicros(), 6).toPlainString(),
          rate.validFrom().toString(),
          rate.validTo().equals(Rate.OPEN_END) ? "" : rate.validTo().toString(),
          rate.key().band().text(),
          BigDecimal.valueOf(rate.listMicros(), 6).toPlainString());
    }
  }
}
