package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.TimeBand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds times between two rates for the same usage in which nothing else has a price for it: a
/// slip in a date, for usage in them would wait for one.
final class RateHoles {
  private final Instant now;
  private final List<Rate> all;

  /// @param all rates that will be in force, of all cards
  RateHoles(Instant now, List<Rate> all) {
    this.now = now;
    this.all = all.stream().sorted(Comparator.comparing(Rate::validFrom)).toList();
  }

  /// `[from, to)`.
  record Hole(Instant from, Instant to) {}

  /// The one before `rate` begins; empty when there is none, or only before now.
  Optional<Hole> before(Rate rate) {
    Optional<Instant> last =
        all.stream()
            .filter(it -> it.key().equals(rate.key()) && it.validFrom().isBefore(rate.validFrom()))
            .map(Rate::validTo)
            .max(Comparator.naturalOrder());
    if (last.isEmpty()) {
      return Optional.empty();
    }
    Instant from = last.get().isBefore(now) ? now : last.get();
    for (Rate other : general(rate)) {
      if (!other.validFrom().isAfter(from) && other.validTo().isAfter(from)) {
        from = other.validTo();
      }
    }
    return from.isBefore(rate.validFrom())
        ? Optional.of(new Hole(from, rate.validFrom()))
        : Optional.empty();
  }

  /// Rates that hold for the same usage too, at every hour of the week.
  private List<Rate> general(Rate rate) {
    List<Rate> general = new ArrayList<>();
    for (Rate other : all) {
      boolean always = other.key().band().equals(TimeBand.ALWAYS);
      if (!other.key().equals(rate.key()) && always && other.key().matches(rate.key())) {
        general.add(other);
      }
    }
    return general;
  }
}
