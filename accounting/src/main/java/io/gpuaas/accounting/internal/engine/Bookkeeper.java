package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEvent.NodeCapacity;
import io.gpuaas.core.UsageEvent.RunBound;
import io.gpuaas.core.UsageEvent.RunEnded;
import io.gpuaas.core.UsageEvent.RunPlaced;
import io.gpuaas.core.UsageEvent.RunReclassified;
import io.gpuaas.core.UsageEvent.RunRef;
import io.gpuaas.core.UsageEvent.RunReleased;
import io.gpuaas.core.UsageEvent.RunStarted;
import io.gpuaas.core.UsageEvent.RunStopping;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// Books usage events one after the other, in the order of the log.
///
/// Is equivalent to applying the whole history at once: where it is cut into batches never shows in
/// the intervals. An event that contradicts what is known becomes an error and changes nothing.
public final class Bookkeeper {
  private final Meter meter;

  public Bookkeeper(Meter meter) {
    this.meter = meter;
  }

  /// An interval that has become final, and the event that made it so.
  public record Booked(long seq, UsageInterval usage) {}

  /// Usage that was stored before and is otherwise, or is so instead.
  ///
  /// @param sign -1 takes `usage` back, 1 puts it in
  public record Correction(long seq, int sign, UsageInterval usage) {}

  /// A run that is over, and what its intervals must cover: `[bound, released)`.
  ///
  /// @param gapless whether it held something all the time
  public record Chain(
      RunRef run, Instant boundAt, Instant releasedAt, long releasedSeq, boolean gapless) {}

  /// Why an event was not booked. `code` is stable.
  public record BookingError(String code, String detail, UsageEvent event) {}

  /// What a batch of events leads to.
  ///
  /// @param open runs that are new or changed and still hold
  /// @param released runs that hold no longer
  /// @param chains one per released run
  /// @param places where runs hold what they were bound to
  public record Batch(
      SortedMap<RunId, OpenRun> open,
      SortedSet<RunId> released,
      List<Booked> booked,
      List<Correction> corrections,
      List<Chain> chains,
      List<RunPlaced> places,
      List<NodeCapacity> capacities,
      List<BookingError> errors) {}

  /// The runs that `events` speak of, so that their state can be loaded.
  public static SortedSet<RunId> runsOf(List<UsageEvent> events) {
    TreeSet<RunId> runs = new TreeSet<>();
    for (UsageEvent event : events) {
      switch (event) {
        case RunBound(_, _, var run, _) -> runs.add(run.run());
        case RunPlaced(_, _, RunId run, _) -> runs.add(run);
        case RunReclassified(_, _, RunId run, _) -> runs.add(run);
        case RunStarted(_, _, RunId run) -> runs.add(run);
        case RunStopping(_, _, RunId run, _) -> runs.add(run);
        case RunEnded(_, _, RunId run, _) -> runs.add(run);
        case RunReleased(_, _, RunId run, _, _) -> runs.add(run);
        case NodeCapacity _ -> {}
      }
    }
    return runs;
  }

  /// What `events` lead to.
  ///
  /// @param known the open ones of [#runsOf]
  /// @param events in the order of their `seq`
  public Batch book(Map<RunId, OpenRun> known, List<UsageEvent> events) {
    Work work = new Work(known);
    for (UsageEvent event : events) {
      switch (event) {
        case RunBound bound -> work.bind(bound);
        case RunPlaced placed -> work.place(placed);
        case RunReclassified e ->
            work.change(e, e.run(), run -> meter.reclassified(run, e.at(), e.holdings()));
        case RunStarted e -> work.change(e, e.run(), run -> meter.started(run, e.at()));
        case RunStopping e ->
            work.change(e, e.run(), run -> meter.stopping(run, e.at(), e.reason()));
        case RunEnded e -> work.change(e, e.run(), run -> meter.ended(run, e.at()));
        case RunReleased released -> work.release(meter, released);
        case NodeCapacity capacity -> work.capacities.add(capacity);
      }
    }
    return work.batch();
  }

  private static final class Work {
    private final TreeMap<RunId, OpenRun> open;
    private final TreeSet<RunId> changed = new TreeSet<>();
    private final TreeSet<RunId> released = new TreeSet<>();
    private final List<Booked> booked = new ArrayList<>();
    private final List<Correction> corrections = new ArrayList<>();
    private final List<Chain> chains = new ArrayList<>();
    private final List<RunPlaced> places = new ArrayList<>();
    private final List<NodeCapacity> capacities = new ArrayList<>();
    private final List<BookingError> errors = new ArrayList<>();

    Work(Map<RunId, OpenRun> known) {
      this.open = new TreeMap<>(known);
    }

    void bind(RunBound event) {
      RunId id = event.run().run();
      if (open.containsKey(id) || released.contains(id)) {
        errors.add(new BookingError("ALREADY_BOUND", "Run " + id + " was bound before.", event));
        return;
      }
      open.put(id, OpenRun.bound(event.run(), Meter.toMillis(event.at()), event.holdings()));
      changed.add(id);
    }

    void place(RunPlaced event) {
      if (open.containsKey(event.run()) || released.contains(event.run())) {
        places.add(event);
      } else {
        unknown(event, event.run());
      }
    }

    void change(UsageEvent event, RunId id, UnaryOperator<OpenRun> change) {
      OpenRun run = open.get(id);
      if (run == null) {
        unknown(event, id);
        return;
      }
      noteClock(event, run);
      open.put(id, change.apply(run));
      changed.add(id);
    }

    void release(Meter meter, RunReleased event) {
      OpenRun run = open.remove(event.run());
      if (run == null) {
        unknown(event, event.run());
        return;
      }
      noteClock(event, run);
      List<UsageInterval> all = meter.released(run, event);
      corrections.addAll(Corrections.of(event.seq(), run, all));
      for (UsageInterval usage : Meter.since(all, run.storedUpTo())) {
        booked.add(new Booked(event.seq(), usage));
      }
      chains.add(meter.chain(run, event));
      changed.remove(event.run());
      released.add(event.run());
    }

    private void unknown(UsageEvent event, RunId id) {
      errors.add(new BookingError("UNKNOWN_RUN", "Run " + id + " holds nothing.", event));
    }

    private void noteClock(UsageEvent event, OpenRun run) {
      if (Meter.toMillis(event.at()).isBefore(run.lastAt())) {
        String detail =
            "Its time is before %s, the last of run %s; booked at that time."
                .formatted(run.lastAt(), run.run().run());
        errors.add(new BookingError("CLOCK_BACKWARDS", detail, event));
      }
    }

    Batch batch() {
      TreeMap<RunId, OpenRun> stillOpen = new TreeMap<>();
      changed.forEach(id -> stillOpen.put(id, open.get(id)));
      return new Batch(
          stillOpen, released, booked, corrections, chains, places, capacities, errors);
    }
  }
}
