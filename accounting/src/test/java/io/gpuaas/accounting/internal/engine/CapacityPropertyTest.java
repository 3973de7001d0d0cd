package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.ConservationQueries.Row;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.WaitingTime;
import io.gpuaas.accounting.fixtures.RandomHistory;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEvent.NodeCapacity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Conservation against counting GPUs in every millisecond, around the turn of an hour.
class CapacityPropertyTest {
  private static final Instant START = Instant.parse("2026-03-01T09:59:59.960Z");
  private static final Instant FROM = START.plusMillis(7);
  private static final Instant TO = START.plusMillis(95);
  private static final int HISTORIES = 10_000;

  @Test
  void everyMillisecondIsAccountedFor() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<UsageEvent> events = RandomHistory.events(seed, START, 5, 5 + (int) (seed % 25));
      List<UsageInterval> usage = usage(events);
      List<NodeCapacity> nodes =
          events.stream()
              .filter(NodeCapacity.class::isInstance)
              .map(NodeCapacity.class::cast)
              .toList();
      CapacityMeter meter = new CapacityMeter();
      meter.addNodes(nodes);
      for (UsageInterval i : usage) {
        meter.addHeld(i.pool(), i.model(), i.usageClass(), i.milliGpus(), i.from(), i.to());
      }
      List<WaitingTime> waiting = waiting(seed);
      waiting.forEach(meter::addWaiting);
      assertThat(counted(meter.rows(FROM, TO)))
          .as("seed %d", seed)
          .isEqualTo(slow(nodes, usage, waiting));
    }
  }

  private static List<WaitingTime> waiting(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<WaitingTime> waiting = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Instant from = START.plusMillis(random.nextInt(100));
      SortedSet<String> pools = new TreeSet<>(List.of(random.nextBoolean() ? "h200" : "a100"));
      if (random.nextInt(3) == 0) {
        pools.add("h200");
      }
      waiting.add(new WaitingTime("p", pools, 1_000, from, from.plusMillis(random.nextInt(1, 40))));
    }
    return waiting;
  }

  private static List<UsageInterval> usage(List<UsageEvent> events) {
    Meter meter = new Meter(MeterPolicy.standard());
    Bookkeeper.Batch batch = new Bookkeeper(meter).book(new TreeMap<RunId, OpenRun>(), events);
    List<UsageInterval> usage = new ArrayList<>();
    batch.booked().forEach(booked -> usage.add(booked.usage()));
    batch.open().values().forEach(run -> usage.addAll(meter.accrued(run, TO)));
    return usage;
  }

  private static SortedMap<String, List<Long>> counted(List<Row> rows) {
    SortedMap<String, List<Long>> counts = new TreeMap<>();
    for (Row row : rows) {
      List<Long> figures =
          List.of(
              row.capacity().milliGpuMillis(),
              row.nominal().milliGpuMillis(),
              row.borrowed().milliGpuMillis(),
              row.other().milliGpuMillis(),
              row.idle().milliGpuMillis(),
              row.wanted().milliGpuMillis(),
              row.down().milliGpuMillis(),
              row.plannedDown().milliGpuMillis());
      counts.put(row.pool() + " " + row.hour(), figures);
    }
    return counts;
  }

  private static SortedMap<String, List<Long>> slow(
      List<NodeCapacity> nodes, List<UsageInterval> usage, List<WaitingTime> waiting) {
    SortedMap<String, List<Long>> sums = new TreeMap<>();
    for (Instant t = FROM; t.isBefore(TO); t = t.plusMillis(1)) {
      for (String pool : List.of("h200", "a100")) {
        List<Long> now = at(t, pool, nodes, usage);
        boolean wanted = isWanted(t, pool, waiting);
        now.add(5, wanted ? now.get(4) : 0L);
        if (now.get(0) + now.get(1) + now.get(2) + now.get(3) > 0) {
          sums.merge(pool + " " + t.truncatedTo(ChronoUnit.HOURS), now, CapacityPropertyTest::plus);
        }
      }
    }
    return sums;
  }

  private static boolean isWanted(Instant t, String pool, List<WaitingTime> waiting) {
    return waiting.stream()
        .anyMatch(it -> it.pools().contains(pool) && !t.isBefore(it.from()) && t.isBefore(it.to()));
  }

  private static List<Long> plus(List<Long> one, List<Long> other) {
    List<Long> sum = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      sum.add(one.get(i) + other.get(i));
    }
    return sum;
  }

  private static List<Long> at(
      Instant t, String pool, List<NodeCapacity> nodes, List<UsageInterval> usage) {
    SortedMap<NodeRef, NodeCapacity> state = new TreeMap<>();
    nodes.stream().filter(n -> !n.at().isAfter(t)).forEach(n -> state.put(n.node(), n));
    long capacity = 0;
    long down = 0;
    long planned = 0;
    for (NodeCapacity node : state.values()) {
      long gpus = node.pool().equals(pool) ? node.milliGpus() : 0;
      capacity += gpus;
      long unheld = node.pool().equals(pool) ? node.milliGpus() - node.heldMilliGpus() : 0;
      down += node.state() == UsageEvent.NodeState.DOWN ? unheld : 0;
      planned += node.state() == UsageEvent.NodeState.PLANNED_DOWN ? unheld : 0;
    }
    long[] held = new long[3];
    for (UsageInterval i : usage) {
      if (i.pool().equals(pool) && !t.isBefore(i.from()) && t.isBefore(i.to())) {
        int column =
            switch (i.usageClass()) {
              case NOMINAL -> 0;
              case BORROWED -> 1;
              case RESERVED, SPOT, INTERNAL -> 2;
            };
        held[column] += i.milliGpus();
      }
    }
    long free = Math.max(0, capacity - held[0] - held[1] - held[2]);
    long freeDown = Math.min(free, down);
    long freePlanned = Math.min(free - freeDown, planned);
    long idle = free - freeDown - freePlanned;
    return new ArrayList<>(
        List.of(capacity, held[0], held[1], held[2], idle, freeDown, freePlanned));
  }
}
