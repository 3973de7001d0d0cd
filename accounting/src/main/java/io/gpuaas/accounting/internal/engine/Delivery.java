package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.internal.engine.Bookkeeper.BookingError;
import io.gpuaas.core.UsageEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What is new in a delivery of events, which may be repeated or out of order.
///
/// @param fresh not heard before, by `seq`
/// @param digests of the fresh ones
/// @param errors one per event whose number was heard with other content, or that comes after later
///   ones were booked without it
public record Delivery(
    List<UsageEvent> fresh, SortedMap<Long, Long> digests, List<BookingError> errors) {
  public Delivery {
    fresh = List.copyOf(fresh);
    digests = Collections.unmodifiableSortedMap(new TreeMap<>(digests));
    errors = List.copyOf(errors);
  }

  /// Sorts out what to book.
  ///
  /// @param heard digests of those of `delivered` that were heard before
  /// @param bookedUpTo the last event in the books
  public static Delivery of(List<UsageEvent> delivered, Map<Long, Long> heard, long bookedUpTo) {
    Map<Long, Long> known = new TreeMap<>(heard);
    List<UsageEvent> fresh = new ArrayList<>();
    SortedMap<Long, Long> digests = new TreeMap<>();
    List<BookingError> errors = new ArrayList<>();
    for (UsageEvent event :
        delivered.stream().sorted(Comparator.comparingLong(UsageEvent::seq)).toList()) {
      long digest = EventDigest.of(event);
      Long before = known.putIfAbsent(event.seq(), digest);
      if (before == null && event.seq() > bookedUpTo) {
        fresh.add(event);
        digests.put(event.seq(), digest);
      } else if (before == null) {
        errors.add(new BookingError("TOO_LATE", "Later events are booked already.", event));
      } else if (before != digest) {
        errors.add(new BookingError("CONFLICT", "It was heard before with other content.", event));
      }
    }
    return new Delivery(fresh, digests, errors);
  }

  /// Which events these are, for the journal.
  public String reference() {
    return fresh.isEmpty()
        ? ""
        : "events %d-%d".formatted(fresh.getFirst().seq(), fresh.getLast().seq());
  }
}
