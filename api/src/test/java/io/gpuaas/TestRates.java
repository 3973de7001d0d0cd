package io.gpuaas;

import io.gpuaas.accounting.RateCardDraft;
import java.util.List;

/// One price for everything, from long ago on.
final class TestRates {
  private TestRates() {}

  static RateCardDraft card() {
    return new RateCardDraft(
        "standard",
        "EUR",
        List.of(
            new RateCardDraft.Line(null, null, null, null, "2.00", "2020-01-01T00:00:00Z", null)));
  }
}
