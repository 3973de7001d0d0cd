package io.gpuaas.accounting;

/// How a piece of usage is priced.
public sealed interface Pricing {
  /// At the price of a rate.
  record Priced(long rateId, int cardVersion, long priceMicros) implements Pricing {}

  /// Not billed, because the policy does not bill this meter. It costs 0 on purpose.
  record Free() implements Pricing {}

  /// No rate covers it. It is neither free nor 0: it waits in the list of unrated usage.
  record Unpriced() implements Pricing {}
}
