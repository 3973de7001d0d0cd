package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// All rates in force. At each instant the most specific rate that matches and holds is the price.
///
/// @param rates of all cards, without two of equal key that hold at one instant
public record PriceBook(List<Rate> rates) {
  public static final PriceBook EMPTY = new PriceBook(List.of());

  public PriceBook {
    rates = List.copyOf(rates);
  }

  /// `rate` is the price of the asked usage during `[from, to)`; null: there is none.
  public record Span(Instant from, Instant to, @Nullable Rate rate) {}

  /// The rate of `usage` at `at`, if there is one.
  public Optional<Rate> at(RateKey usage, Instant at) {
    return rates.stream()
        .filter(rate -> rate.key().matches(usage) && rate.holdsAt(at))
        .max(
            Comparator.comparingInt((Rate rate) -> rate.key().specificity())
                .thenComparingLong(Rate::id));
  }

  /// The whole time line of prices for `usage`: `List<Span>` in order, touching, from `Instant.MIN`
  /// to `Instant.MAX`.
  public List<Span> spans(RateKey usage) {
    List<Rate> matching = rates.stream().filter(rate -> rate.key().matches(usage)).toList();
    PriceBook only = new PriceBook(matching);
    TreeSet<Instant> cuts = new TreeSet<>();
    matching.forEach(rate -> cuts.add(rate.validFrom()));
    matching.forEach(rate -> cuts.add(rate.validTo()));
    List<Span> spans = new ArrayList<>();
    Instant from = Instant.MIN;
    for (Instant cut : cuts) {
      spans.add(new Span(from, cut, only.at(usage, from).orElse(null)));
      from = cut;
    }
    spans.add(new Span(from, Instant.MAX, only.at(usage, from).orElse(null)));
    return spans;
  }
}
