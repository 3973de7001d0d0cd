package io.gpuaas.accounting.internal.engine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// From which sums the usage of some buckets is put together: whole UTC days from those of days,
/// whole hours beside them from those of hours, and what is left from the intervals themselves.
///
/// The spans of the three lists are disjoint and together cover exactly the buckets.
public record RollUpSpans(List<Span> days, List<Span> hours, List<Span> rest) {
  public RollUpSpans {
    days = List.copyOf(days);
    hours = List.copyOf(hours);
    rest = List.copyOf(rest);
  }

  /// `[from, to)`.
  public record Span(Instant from, Instant to) {}

  /// `buckets`: in order, each beginning where the one before ends.
  public static RollUpSpans of(List<Buckets.Bucket> buckets) {
    List<Span> days = new ArrayList<>();
    List<Span> hours = new ArrayList<>();
    List<Span> rest = new ArrayList<>();
    for (Buckets.Bucket bucket : buckets) {
      Span whole = whole(bucket.from(), bucket.to(), ChronoUnit.HOURS);
      around(rest, bucket.from(), whole, bucket.to());
      Span wholeDays = whole(whole.from(), whole.to(), ChronoUnit.DAYS);
      around(hours, whole.from(), wholeDays, whole.to());
      add(days, wholeDays.from(), wholeDays.to());
    }
    return new RollUpSpans(days, hours, rest);
  }

  /// The whole units in `[from, to)`; empty at `to` when there are none.
  private static Span whole(Instant from, Instant to, ChronoUnit unit) {
    Instant floor = from.truncatedTo(unit);
    Instant start = floor.equals(from) ? from : floor.plus(1, unit);
    Instant end = to.truncatedTo(unit);
    return start.isBefore(end) ? new Span(start, end) : new Span(to, to);
  }

  private static void around(List<Span> spans, Instant from, Span inner, Instant to) {
    add(spans, from, inner.from());
    add(spans, inner.to(), to);
  }

  /// Spans that touch become one.
  private static void add(List<Span> spans, Instant from, Instant to) {
    if (!from.isBefore(to)) {
      return;
    }
    boolean touches = !spans.isEmpty() && spans.getLast().to().equals(from);
    Instant start = touches ? spans.removeLast().from() : from;
    spans.add(new Span(start, to));
  }
}
