package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.QuotaUse.Row;
import io.gpuaas.accounting.WaitingTime;
import io.gpuaas.accounting.internal.engine.QuotaTimes.Change;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Holds what projects were guaranteed against what they held and what they waited for.
///
/// Is equivalent to: for each millisecond, project and pool, `free` is what is guaranteed less what
/// is held as nominal, never below 0; `starved` is the less of `free` and what is waited for, and
/// the rest of `free` is unused. Differs for speed in: only instants where an amount changes are
/// looked at.
public final class QuotaUseMeter {
  private final Map<Place, NavigableMap<Instant, Amounts>> changes = new TreeMap<>();
  private final Map<Place, Long> guaranteed = new TreeMap<>();

  private record Place(String project, String pool) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byProject = project.compareTo(other.project);
      return byProject != 0 ? byProject : pool.compareTo(other.pool);
    }
  }

  /// Thousandths of GPUs.
  private record Amounts(long guaranteed, long nominal, long borrowed, long waited) {
    static final Amounts NONE = new Amounts(0, 0, 0, 0);

    Amounts plus(Amounts more) {
      return new Amounts(
          Math.addExact(guaranteed, more.guaranteed),
          Math.addExact(nominal, more.nominal),
          Math.addExact(borrowed, more.borrowed),
          Math.addExact(waited, more.waited));
    }

    long free() {
      return Math.max(0, guaranteed - nominal);
    }

    long starved() {
      return Math.min(free(), waited);
    }
  }

  /// Adds that a guarantee holds from then on, instead of the one before. To be called in order of
  /// time for each project and pool.
  public void addGuarantee(Change change) {
    Place place = new Place(change.guarantee().project(), change.guarantee().pool());
    long now = change.guarantee().milliGpus();
    Long before = guaranteed.put(place, now);
    long more = now - (before == null ? 0 : before);
    add(place, Meter.toMillis(change.at()), new Amounts(more, 0, 0, 0));
  }

  /// Adds that a project held `milliGpus` during `[from, to)`.
  public void addHeld(
      String project,
      String pool,
      UsageClass usageClass,
      long milliGpus,
      Instant from,
      Instant to) {
    Amounts held =
        switch (usageClass) {
          case BORROWED -> new Amounts(0, 0, milliGpus, 0);
          case NOMINAL, RESERVED, SPOT, INTERNAL -> new Amounts(0, milliGpus, 0, 0);
        };
    Amounts released = new Amounts(0, -held.nominal, -held.borrowed, 0);
    Place place = new Place(project, pool);
    add(place, from, held);
    add(place, to, released);
  }

  /// Adds that a project waited. Counts where it is guaranteed or held something only.
  public void addWaiting(WaitingTime waiting) {
    for (String pool : waiting.pools()) {
      Place place = new Place(waiting.project(), pool);
      if (changes.containsKey(place)) {
        add(place, Meter.toMillis(waiting.from()), new Amounts(0, 0, 0, waiting.milliGpus()));
        add(place, Meter.toMillis(waiting.to()), new Amounts(0, 0, 0, -waiting.milliGpus()));
      }
    }
  }

  private void add(Place place, Instant at, Amounts amounts) {
    changes.computeIfAbsent(place, _ -> new TreeMap<>()).merge(at, amounts, Amounts::plus);
  }

  /// What became of it in `[from, to)`, whole milliseconds.
  public List<Row> rows(Instant from, Instant to) {
    List<Row> rows = new ArrayList<>();
    changes.forEach(
        (place, timeline) -> {
          Sums sums = new Sums();
          Amounts now = Amounts.NONE;
          for (Amounts amounts : timeline.headMap(from, true).values()) {
            now = now.plus(amounts);
          }
          Instant at = from;
          for (Map.Entry<Instant, Amounts> change :
              timeline.subMap(from, false, to, false).entrySet()) {
            sums.add(now, at, change.getKey());
            now = now.plus(change.getValue());
            at = change.getKey();
          }
          sums.add(now, at, to);
          sums.rowTo(rows, place);
        });
    return rows;
  }

  /// Thousandths of a GPU times milliseconds.
  private static final class Sums {
    private long guaranteed;
    private long nominal;
    private long borrowed;
    private long unused;
    private long starved;
    private @Nullable Instant starvedSince;

    void add(Amounts amounts, Instant from, Instant to) {
      long millis = to.toEpochMilli() - from.toEpochMilli();
      guaranteed += Math.multiplyExact(amounts.guaranteed, millis);
      nominal += Math.multiplyExact(amounts.nominal, millis);
      borrowed += Math.multiplyExact(amounts.borrowed, millis);
      starved += Math.multiplyExact(amounts.starved(), millis);
      unused += Math.multiplyExact(amounts.free() - amounts.starved(), millis);
      if (amounts.starved() == 0) {
        starvedSince = null;
      } else if (starvedSince == null) {
        starvedSince = from;
      }
    }

    void rowTo(List<Row> rows, Place place) {
      if (guaranteed == 0 && nominal == 0 && borrowed == 0) {
        return;
      }
      rows.add(
          new Row(
              place.project,
              place.pool,
              new GpuTime(guaranteed),
              new GpuTime(nominal),
              new GpuTime(borrowed),
              new GpuTime(unused),
              new GpuTime(starved),
              starvedSince));
    }
  }
}
