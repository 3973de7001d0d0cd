package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.accounting.TimeBand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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

  /// Those of the rates that are for `usage` at some time.
  PriceBook of(RateKey usage) {
    return new PriceBook(rates.stream().filter(rate -> rate.key().matches(usage)).toList());
  }

  /// Whether prices may depend on the hour of the week.
  boolean hasBands() {
    return rates.stream().anyMatch(rate -> !rate.key().band().equals(TimeBand.ALWAYS));
  }

  /// The whole time line of prices for `usage`: `List<Span>` in order, touching, from `Instant.MIN`
  /// to `Instant.MAX`. For books without bands only.
  public List<Span> spans(RateKey usage) {
    PriceBook only = of(usage);
    return only.spans(usage, Instant.MIN, Instant.MAX, new TreeSet<>());
  }

  /// The prices of `usage` in `[from, to)`, cut at the borders of time bands too.
  List<Span> spans(RateKey usage, Instant from, Instant to) {
    PriceBook only = of(usage);
    TreeSet<Instant> borders = new TreeSet<>();
    only.rates.stream()
        .map(rate -> rate.key().band())
        .distinct()
        .forEach(band -> borders.addAll(band.borders(from, to)));
    return only.spans(usage, from, to, borders);
  }

  private List<Span> spans(RateKey usage, Instant start, Instant end, TreeSet<Instant> borders) {
    TreeSet<Instant> cuts = new TreeSet<>(borders);
    rates.forEach(rate -> cuts.add(rate.validFrom()));
    rates.forEach(rate -> cuts.add(rate.validTo()));
    List<Span> spans = new ArrayList<>();
    Instant from = start;
    Rate price = at(usage, from).orElse(null);
    for (Instant cut : cuts.tailSet(start, false).headSet(end)) {
      Rate next = at(usage, cut).orElse(null);
      if (!Objects.equals(price, next)) {
        spans.add(new Span(from, cut, price));
        from = cut;
        price = next;
      }
    }
    spans.add(new Span(from, end, price));
    return spans;
  }
}
