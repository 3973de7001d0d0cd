package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.World;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Compares what the leader remembers with what the database says when it is read anew. A
/// difference means a bug; the loop then reads everything anew and goes on.
@Component
class SelfCheck {
  private static final Logger LOG = LoggerFactory.getLogger(SelfCheck.class);
  private static final int SHOWN_MAX = 10;

  private final BoardLoader loader;
  private final AtomicInteger lastCount;

  SelfCheck(BoardLoader loader, MeterRegistry registry) {
    this.loader = loader;
    this.lastCount = registry.gauge("gpuaas.world.differences", new AtomicInteger());
  }

  /// Called by the thread that owns the board; true when all is well.
  boolean passes(Board board) {
    List<String> differences = differences(board, loader.load(board.epoch()));
    lastCount.set(differences.size());
    if (!differences.isEmpty()) {
      LOG.error(
          "the world in memory differs from the database in {} places: {}",
          differences.size(),
          differences.subList(0, Math.min(SHOWN_MAX, differences.size())));
    }
    return differences.isEmpty();
  }

  /// One sentence for each difference. Jobs that were submitted but not taken up yet are none.
  static List<String> differences(Board remembered, Board stored) {
    List<String> found = new ArrayList<>();
    TreeSet<JobId> all = new TreeSet<>(remembered.live().keySet());
    all.addAll(stored.live().keySet());
    for (JobId id : all) {
      LiveJob ours = remembered.find(id);
      LiveJob theirs = stored.find(id);
      boolean notTakenUp =
          ours == null
              && theirs != null
              && theirs.job().phase() == JobPhase.QUEUED
              && theirs.job().attempt() == 0;
      if (!notTakenUp && (ours == null || !ours.equals(theirs))) {
        found.add("job %s: remembered %s, stored %s".formatted(id, ours, theirs));
      }
    }
    compareWorlds(remembered, stored, found);
    return found;
  }

  private static void compareWorlds(Board remembered, Board stored, List<String> found) {
    if (remembered.configGeneration() != stored.configGeneration()
        || remembered.inventoryGeneration() != stored.inventoryGeneration()) {
      return;
    }
    if (!remembered.nodes().equals(stored.nodes())) {
      found.add("nodes differ at inventory generation " + stored.inventoryGeneration());
    }
    World world = remembered.world();
    for (LiveJob live : remembered.live().values()) {
      JobId id = live.job().id();
      boolean holds = live.run() != null;
      boolean waits =
          world.isWaiting(id)
              || remembered.heldBack().contains(id)
              || remembered.waiting(live.job()) == null;
      if (waits == holds || world.held(id).isPresent() != holds) {
        found.add("job %s: holds %s, but not so in the world".formatted(id, holds));
      }
    }
    if (remembered.usageSeq() != stored.usageSeq()) {
      found.add(
          "usage events: remembered %d, stored %d"
              .formatted(remembered.usageSeq(), stored.usageSeq()));
    }
  }
}
