package io.gpuaas.cluster.internal.engine;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.core.NodeRef;
import java.time.Instant;

/// When nodes fail: once in each window of the mean interval, at an instant in the window's first
/// half, for at most half a window. So what a node is at any instant is known without its past, and
/// a restart meets the same failures.
final class NodeFaults {
  private final long seed;
  private final long windowMillis;
  private final long repairMillis;

  NodeFaults(SimulationSettings settings, double speed) {
    this.seed = settings.seed();
    this.windowMillis = (long) (settings.nodeFailureEveryMillis() / speed);
    this.repairMillis =
        Math.min((long) (settings.nodeRepairMillis() / speed), Math.max(1, windowMillis / 2));
  }

  /// A node is away in `[down, up)`.
  record Outage(Instant down, Instant up) {}

  /// Whether a node is ready, and since when.
  record Health(boolean ready, Instant since) {}

  boolean never() {
    return windowMillis < 2;
  }

  /// The outage that lasts at `at`, or else the next one.
  Outage nextAt(NodeRef node, Instant at) {
    long window = Math.floorDiv(at.toEpochMilli(), windowMillis);
    Outage here = outage(node, window);
    return here.up().isAfter(at) ? here : outage(node, window + 1);
  }

  Health healthAt(NodeRef node, Instant at) {
    long window = Math.floorDiv(at.toEpochMilli(), windowMillis);
    Outage here = outage(node, window);
    if (here.down().isAfter(at)) {
      return new Health(true, outage(node, window - 1).up());
    }
    boolean ready = !here.up().isAfter(at);
    return new Health(ready, ready ? here.up() : here.down());
  }

  private Outage outage(NodeRef node, long window) {
    Dice dice = new Dice(seed, node.toString(), "failure " + window);
    long offset = dice.upTo(Math.max(1, windowMillis / 2));
    Instant down =
        Instant.ofEpochMilli(Math.addExact(Math.multiplyExact(window, windowMillis), offset));
    return new Outage(down, down.plusMillis(repairMillis));
  }
}
