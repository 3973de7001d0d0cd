package io.gpuaas.simulator;

import io.gpuaas.core.Workload;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A live world as a scenario: playing it decides as the server does at that moment, one cycle
/// long. What least fragmentation has learnt to expect goes with it.
public final class Snapshot {
  /// Jobs that are being evicted hold their room in the one cycle that is played.
  private static final Duration STILL_HELD = Duration.ofSeconds(1);

  private Snapshot() {}

  /// The world as it is at `now`.
  public static Scenario of(World world, Instant now) {
    List<Scenario.Job> jobs = new ArrayList<>();
    for (HeldWorkload held : world.held()) {
      jobs.add(new Scenario.Job(held.workload(), null, held));
    }
    for (Workload waiting : world.waiting()) {
      jobs.add(new Scenario.Job(waiting, null, null));
    }
    return new Scenario(
        "snapshot",
        earliest(world, now),
        world.policy(),
        1,
        world.config(),
        !world.nodes().isEmpty(),
        world.nodes(),
        jobs,
        List.of(),
        null,
        STILL_HELD,
        now,
        world.memory(),
        world.mix());
  }

  /// The earliest instant that the scenario names: what its document is read to begin at.
  private static Instant earliest(World world, Instant now) {
    Instant earliest = now;
    for (HeldWorkload held : world.held()) {
      earliest = earlier(earliest, held.admittedAt());
      earliest = earlier(earliest, times(held.workload(), earliest));
    }
    for (Workload waiting : world.waiting()) {
      earliest = earlier(earliest, times(waiting, earliest));
    }
    for (Instant since : world.memory().claims().values()) {
      earliest = earlier(earliest, since);
    }
    for (WorldMemory.Spent spent : world.memory().spending().values()) {
      earliest = earlier(earliest, spent.at());
    }
    return earliest;
  }

  private static Instant times(Workload workload, Instant other) {
    Workload.Checkpoint checkpoint = workload.checkpoint();
    Instant last = checkpoint == null || checkpoint.lastAt() == null ? other : checkpoint.lastAt();
    return earlier(workload.queuedAt(), last);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
