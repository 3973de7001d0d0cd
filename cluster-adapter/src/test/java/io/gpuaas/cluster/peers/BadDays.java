package io.gpuaas.cluster.peers;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Faults that an API server answers with, and what was asked of it. Safe for threads.
final class BadDays {
  private final List<Standing> faults = new CopyOnWriteArrayList<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger generationOfWatches = new AtomicInteger();

  /// A request that came.
  private record Asked(Instant at, String what) {}

  /// A fault and how many requests it still meets.
  private record Standing(Fault fault, AtomicInteger left) {}

  void fail(Fault fault, int times) {
    faults.add(new Standing(fault, new AtomicInteger(times)));
  }

  void heal() {
    faults.clear();
  }

  /// Notes the request; null when it is answered as it should be.
  @Nullable Fault meet(ApiRequest request) {
    asked.add(new Asked(InstantSource.system().instant(), request.what()));
    for (Standing standing : faults) {
      boolean meets = standing.fault().where().test(request);
      if (meets && standing.left().getAndDecrement() > 0) {
        return standing.fault();
      }
    }
    return null;
  }

  List<Instant> asked(String what) {
    return asked.stream().filter(it -> it.what().equals(what)).map(Asked::at).toList();
  }

  /// Watches that began in an older generation end.
  int generationOfWatches() {
    return generationOfWatches.get();
  }

  void cutWatches() {
    generationOfWatches.incrementAndGet();
  }
}
