package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.ConservationQueries.Row;
import io.gpuaas.accounting.WaitingTime;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent.NodeCapacity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Balances what nodes offer against what runs hold, hour by hour.
///
/// Is equivalent to: for each millisecond and each pool and model, count GPUs by what they are, and
/// add the counts up per UTC hour. Differs for speed in: only instants where a count changes are
/// looked at.
public final class CapacityMeter {
  private final Map<Place, NavigableMap<Instant, Counts>> changes = new TreeMap<>();

  /// A pool and a GPU model.
  private record Place(String pool, String model) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byPool = pool.compareTo(other.pool);
      return byPool != 0 ? byPool : model.compareTo(other.model);
    }
  }

  /// GPUs in thousandths, by what they are; and how many jobs wait for some.
  private record Counts(
      long capacity,
      long down,
      long planned,
      long nominal,
      long borrowed,
      long other,
      long waiting) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

    Counts plus(Counts more) {
      return new Counts(
          Math.addExact(capacity, more.capacity),
          Math.addExact(down, more.down),
          Math.addExact(planned, more.planned),
          Math.addExact(nominal, more.nominal),
          Math.addExact(borrowed, more.borrowed),
          Math.addExact(other, more.other),
          Math.addExact(waiting, more.waiting));
    }

    static Counts of(NodeCapacity node, int sign) {
      long gpus = sign * node.milliGpus();
      long free = sign * Math.subtractExact(node.milliGpus(), node.heldMilliGpus());
      return switch (node.state()) {
        case AVAILABLE -> new Counts(gpus, 0, 0, 0, 0, 0, 0);
        case DOWN -> new Counts(gpus, free, 0, 0, 0, 0, 0);
        case PLANNED_DOWN -> new Counts(gpus, 0, free, 0, 0, 0, 0);
      };
    }

    static Counts waiting(int jobs) {
      return new Counts(0, 0, 0, 0, 0, 0, jobs);
    }

    static Counts held(UsageClass usageClass, long gpus) {
      return switch (usageClass) {
        case NOMINAL -> new Counts(0, 0, 0, gpus, 0, 0, 0);
        case BORROWED -> new Counts(0, 0, 0, 0, gpus, 0, 0);
        case RESERVED, SPOT, INTERNAL -> new Counts(0, 0, 0, 0, 0, gpus, 0);
      };
    }
  }

  /// Adds what nodes offer. `capacities`: in order of time, for each node at least its last change
  /// before the window and all those inside.
  public void addNodes(List<NodeCapacity> capacities) {
    Map<NodeRef, NodeCapacity> last = new TreeMap<>();
    for (NodeCapacity change : capacities) {
      Instant at = Meter.toMillis(change.at());
      NodeCapacity before = last.put(change.node(), change);
      if (before != null) {
        add(new Place(before.pool(), before.model()), at, Counts.of(before, -1));
      }
      add(new Place(change.pool(), change.model()), at, Counts.of(change, 1));
    }
  }

  /// Adds that `milliGpus` were held during `[from, to)`.
  public void addHeld(
      String pool, String model, UsageClass usageClass, long milliGpus, Instant from, Instant to) {
    Place place = new Place(pool, model);
    add(place, from, Counts.held(usageClass, milliGpus));
    add(place, to, Counts.held(usageClass, -milliGpus));
  }

  /// Adds that a job waited that its pools would have taken. To be called last: it counts at the
  /// models that the pools are known to have by then.
  public void addWaiting(WaitingTime waiting) {
    for (Map.Entry<Place, NavigableMap<Instant, Counts>> each : changes.entrySet()) {
      if (waiting.pools().contains(each.getKey().pool())) {
        each.getValue().merge(Meter.toMillis(waiting.from()), Counts.waiting(1), Counts::plus);
        each.getValue().merge(Meter.toMillis(waiting.to()), Counts.waiting(-1), Counts::plus);
      }
    }
  }

  private void add(Place place, Instant at, Counts counts) {
    changes.computeIfAbsent(place, _ -> new TreeMap<>()).merge(at, counts, Counts::plus);
  }

  /// The balance of `[from, to)`, whole milliseconds.
  public List<Row> rows(Instant from, Instant to) {
    List<Row> rows = new ArrayList<>();
    changes.forEach((place, timeline) -> rows.addAll(rows(place, timeline, from, to)));
    return rows;
  }

  private static List<Row> rows(
      Place place, NavigableMap<Instant, Counts> timeline, Instant from, Instant to) {
    List<Row> rows = new ArrayList<>();
    Counts now = Counts.NONE;
    for (Counts counts : timeline.headMap(from, true).values()) {
      now = now.plus(counts);
    }
    Instant hourStart = from;
    while (hourStart.isBefore(to)) {
      Instant next = hourStart.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
      Instant hourEnd = next.isBefore(to) ? next : to;
      Hour hour = new Hour();
      Instant at = hourStart;
      for (Map.Entry<Instant, Counts> change :
          timeline.subMap(hourStart, false, hourEnd, false).entrySet()) {
        hour.add(now, at, change.getKey());
        now = now.plus(change.getValue());
        at = change.getKey();
      }
      hour.add(now, at, hourEnd);
      hour.rowTo(rows, place, hourStart.truncatedTo(ChronoUnit.HOURS));
      now = now.plus(timeline.getOrDefault(hourEnd, Counts.NONE));
      hourStart = hourEnd;
    }
    return rows;
  }

  /// Sums of one hour in thousandths of a GPU times milliseconds.
  private static final class Hour {
    private long capacity;
    private long nominal;
    private long borrowed;
    private long other;
    private long idle;
    private long wanted;
    private long down;
    private long planned;

    void add(Counts counts, Instant from, Instant to) {
      long millis = to.toEpochMilli() - from.toEpochMilli();
      long held = counts.nominal + counts.borrowed + counts.other;
      long free = Math.max(0, counts.capacity - held);
      long freeDown = Math.min(counts.down, free);
      long freePlanned = Math.min(counts.planned, free - freeDown);
      capacity += Math.multiplyExact(counts.capacity, millis);
      nominal += Math.multiplyExact(counts.nominal, millis);
      borrowed += Math.multiplyExact(counts.borrowed, millis);
      other += Math.multiplyExact(counts.other, millis);
      down += Math.multiplyExact(freeDown, millis);
      planned += Math.multiplyExact(freePlanned, millis);
      long idleNow = Math.multiplyExact(free - freeDown - freePlanned, millis);
      idle += idleNow;
      wanted += counts.waiting > 0 ? idleNow : 0;
    }

    void rowTo(List<Row> rows, Place place, Instant hour) {
      if (capacity == 0 && nominal == 0 && borrowed == 0 && other == 0) {
        return;
      }
      rows.add(
          new Row(
              place.pool(),
              place.model(),
              hour,
              new GpuTime(capacity),
              new GpuTime(nominal),
              new GpuTime(borrowed),
              new GpuTime(other),
              new GpuTime(idle),
              new GpuTime(wanted),
              new GpuTime(down),
              new GpuTime(planned)));
    }
  }
}
