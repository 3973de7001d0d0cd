package io.gpuaas.placement;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.Workload;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Counts the pods that arrive and says when their mix is worth being told anew: each time their
/// number has grown by a quarter, so that it is told seldom and is never much behind. Mutable, used
/// by one thread.
public final class MixLearner {
  private static final int FIRST = 16;

  private final SequencedMap<PodSet, Long> counts = new LinkedHashMap<>();
  private long seen;
  private long next = 1;

  public MixLearner() {}

  /// Goes on from what is known already.
  public MixLearner(ExpectedMix known) {
    for (ExpectedMix.Kind kind : known.kinds()) {
      counts.put(kind.pod(), kind.pods());
      seen += kind.pods();
    }
    next = nextAfter(seen);
  }

  private static long nextAfter(long seen) {
    return seen + Math.max(FIRST, seen / 4);
  }

  public void arrived(Workload workload) {
    ExpectedMix.count(workload.podSets(), counts);
    workload.podSets().forEach(set -> seen += set.count());
  }

  /// Whether so much has arrived since [#mix] was asked last that it should be again.
  public boolean isWorthTelling() {
    return seen >= next;
  }

  /// The mix of all that have arrived.
  public ExpectedMix mix() {
    next = nextAfter(seen);
    return ExpectedMix.ofCounts(counts);
  }
}
