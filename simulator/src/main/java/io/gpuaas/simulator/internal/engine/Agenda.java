package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.simulator.Scenario;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// What is still to happen, in order of time. At one instant: ends first, then rooms that become
/// free, then events in document order, then submissions in document order.
final class Agenda {
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          Comparator.comparing(Entry::at)
              .thenComparingInt(entry -> entry.item().rank())
              .thenComparingInt(Entry::number));
  private int added;

  private record Entry(Instant at, Item item, int number) {}

  /// Something that will happen unless it has become pointless by then.
  sealed interface Item {
    int rank();

    /// The `run`-th run of the job has done its work or used up its time.
    record RunEnds(JobId job, int run, boolean timedOut) implements Item {
      @Override
      public int rank() {
        return 0;
      }
    }

    /// The room of the `run`-th run, which was evicted, is free.
    record RoomFree(JobId job, int run) implements Item {
      @Override
      public int rank() {
        return 1;
      }
    }

    record Happens(Scenario.Event event) implements Item {
      @Override
      public int rank() {
        return 2;
      }
    }

    record Submitted(JobId job) implements Item {
      @Override
      public int rank() {
        return 3;
      }
    }

    /// Time alone may lead to other decisions.
    record TimePasses() implements Item {
      @Override
      public int rank() {
        return 4;
      }
    }
  }

  void add(Instant at, Item item) {
    entries.add(new Entry(at, item, added++));
  }

  /// When the next thing happens; null when nothing will.
  @Nullable Instant next() {
    Entry first = entries.peek();
    return first == null ? null : first.at();
  }

  /// The next thing that is due at `now`; null when nothing is.
  @Nullable Item take(Instant now) {
    Entry first = entries.peek();
    if (first == null || first.at().isAfter(now)) {
      return null;
    }
    entries.remove();
    return first.item();
  }
}
