package io.gpuaas.accounting;

/// How a piece of usage is priced.
public sealed interface Pricing {
  /// At the price of a rate.
  ///
  /// @param listMicros what the price list says, of which the price may be a discount
  record Priced(long rateId, int cardVersion, long priceMicros, long listMicros)
      implements Pricing {
    /// At what the price list says.
    public Priced(long rateId, int cardVersion, long priceMicros) {
      this(rateId, cardVersion, priceMicros, priceMicros);
    }
  }

  /// Not billed, because the policy does not bill this meter. It costs 0 on purpose.
  record Free() implements Pricing {}

  /// No rate covers it. It is neither free nor 0: it waits in the list of unrated usage.
  record Unpriced() implements Pricing {}
}
