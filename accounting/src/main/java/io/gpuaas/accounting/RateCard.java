package io.gpuaas.accounting;

import java.util.List;

/// A named list of rates. All cards are of one currency and together make the price book.
///
/// @param currency ISO 4217
/// @param version grows by 1 with each change
public record RateCard(String name, String currency, List<Rate> rates, int version) {
  public RateCard {
    rates = List.copyOf(rates);
  }
}
