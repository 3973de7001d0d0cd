package io.gpuaas.api.internal.service;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What was read a moment ago, by its key: given again for a while of real time, until all is
/// forgotten. What was being read when all was forgotten may be of before the change: it is given
/// to who reads it, and not kept.
///
/// @param <V> what is read
final class Recent<V> {
  private static final int MOST_KEPT = 20_000;

  private final Duration keep;
  private final Ticks ticks;
  private final Map<String, Read<V>> known = new ConcurrentHashMap<>();
  private final AtomicLong forgotten = new AtomicLong();

  private record Read<V>(V value, long nanos) {}

  Recent(Duration keep, Ticks ticks) {
    this.keep = keep;
    this.ticks = ticks;
  }

  /// Null when there is none, which is not kept.
  @Nullable V get(String key, Supplier<? extends @Nullable V> reader) {
    Read<V> last = known.get(key);
    if (last != null && ticks.nanos() - last.nanos() <= keep.toNanos()) {
      return last.value();
    }
    long before = forgotten.get();
    V value = reader.get();
    if (value == null) {
      return null;
    }
    if (known.size() >= MOST_KEPT) {
      known.clear();
    }
    known.put(key, new Read<>(value, ticks.nanos()));
    if (forgotten.get() != before) {
      known.remove(key);
    }
    return value;
  }

  void forget() {
    forgotten.incrementAndGet();
    known.clear();
  }
}
