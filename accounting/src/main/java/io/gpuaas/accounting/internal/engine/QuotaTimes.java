package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.core.GpuTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// What projects were guaranteed over time.
public final class QuotaTimes {
  private static final Instant ALWAYS = Instant.EPOCH;

  private final SortedMap<Key, TreeMap<Instant, Guarantee>> known = new TreeMap<>();

  private record Key(String project, String pool) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byProject = project.compareTo(other.project);
      return byProject == 0 ? pool.compareTo(other.pool) : byProject;
    }
  }

  /// `guarantee` holds from `at` on, until the next change of its project and pool.
  public record Change(Instant at, Guarantee guarantee) {}

  /// Takes them as they were told.
  ///
  /// @param changes in the order in which they were made; of two at one instant the last one holds
  /// @param present what is guaranteed now: it always was when there are no changes
  public QuotaTimes(List<Change> changes, List<Guarantee> present) {
    for (Change change : changes) {
      put(change.at(), change.guarantee());
    }
    if (changes.isEmpty()) {
      present.forEach(it -> put(ALWAYS, it));
    }
  }

  private void put(Instant at, Guarantee it) {
    known.computeIfAbsent(new Key(it.project(), it.pool()), _ -> new TreeMap<>()).put(at, it);
  }

  /// What was guaranteed at `from`, and each change in `(from, to)`, in no particular order of
  /// projects.
  public List<Change> steps(Instant from, Instant to) {
    List<Change> steps = new ArrayList<>();
    for (TreeMap<Instant, Guarantee> changes : known.values()) {
      var first = changes.floorEntry(from);
      if (first != null) {
        steps.add(new Change(from, first.getValue()));
      }
      changes
          .subMap(from, false, to, false)
          .forEach((at, guarantee) -> steps.add(new Change(at, guarantee)));
    }
    return steps;
  }

  /// The GPU-time that was guaranteed in `[from, to)`, by pool and project.
  public SortedMap<String, SortedMap<String, GpuTime>> time(Instant from, Instant to) {
    SortedMap<String, SortedMap<String, GpuTime>> byPool = new TreeMap<>();
    known.forEach(
        (key, changes) ->
            byPool
                .computeIfAbsent(key.pool(), _ -> new TreeMap<>())
                .put(key.project(), new GpuTime(sum(changes, from, to, Guarantee::milliGpus))));
    return byPool;
  }

  /// What was guaranteed in the mean of `[from, to)`, in whole thousandths of a GPU. The group in
  /// which a project lends is that of the beginning, or the first one after it.
  public List<Guarantee> mean(Instant from, Instant to) {
    long millis = to.toEpochMilli() - from.toEpochMilli();
    List<Guarantee> means = new ArrayList<>();
    known.forEach(
        (key, changes) -> {
          var first = changes.floorEntry(from);
          Guarantee like = first == null ? changes.firstEntry().getValue() : first.getValue();
          means.add(
              new Guarantee(
                  key.project(),
                  key.pool(),
                  sum(changes, from, to, Guarantee::milliGpus) / millis,
                  sum(changes, from, to, Guarantee::lendableMilliGpus) / millis,
                  like.cohort()));
        });
    return means;
  }

  private static long sum(
      NavigableMap<Instant, Guarantee> changes,
      Instant from,
      Instant to,
      ToLongFunction<Guarantee> of) {
    long sum = 0;
    Instant at = from;
    while (at.isBefore(to)) {
      var holding = changes.floorEntry(at);
      Instant next = changes.higherKey(at);
      Instant end = next == null || next.isAfter(to) ? to : next;
      if (holding != null) {
        long millis = end.toEpochMilli() - at.toEpochMilli();
        sum = Math.addExact(sum, Math.multiplyExact(of.applyAsLong(holding.getValue()), millis));
      }
      at = end;
    }
    return sum;
  }
}
