package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// From when until when jobs used something in a UTC month. There may be pauses in between.
public final class JobSpans {
  private JobSpans() {}

  /// What is told apart.
  ///
  /// @param month its beginning
  public record Key(
      Instant month,
      String job,
      String project,
      String login,
      String pool,
      String model,
      UsageClass usageClass)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::month)
            .thenComparing(Key::job)
            .thenComparing(Key::project)
            .thenComparing(Key::login)
            .thenComparing(Key::pool)
            .thenComparing(Key::model)
            .thenComparing(Key::usageClass);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /// From the first beginning to the last end.
  public record Span(Instant first, Instant last) {
    Span and(Span other) {
      return new Span(
          other.first.isBefore(first) ? other.first : first,
          other.last.isAfter(last) ? other.last : last);
    }
  }

  /// The spans of `pieces`, each of which lies in one UTC month.
  public static SortedMap<Key, Span> of(List<RatedUsage> pieces) {
    SortedMap<Key, Span> spans = new TreeMap<>();
    for (RatedUsage piece : pieces) {
      UsageInterval usage = piece.usage();
      spans.merge(key(usage), new Span(usage.from(), usage.to()), Span::and);
    }
    return Collections.unmodifiableSortedMap(spans);
  }

  private static Key key(UsageInterval usage) {
    return new Key(
        Months.start(Months.of(usage.from(), ZoneOffset.UTC), ZoneOffset.UTC),
        usage.run().job().value(),
        usage.run().project(),
        usage.run().user(),
        usage.pool(),
        usage.model(),
        usage.usageClass());
  }
}
