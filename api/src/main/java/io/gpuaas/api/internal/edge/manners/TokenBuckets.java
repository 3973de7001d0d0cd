package io.gpuaas.api.internal.edge.manners;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Buckets that hold what may be taken in a minute and fill up again evenly.
///
/// @param <K> whose bucket it is
public final class TokenBuckets<K> {
  static final int WINDOW_SECONDS = 60;
  private static final int MOST_BUCKETS = 50_000;
  private static final long MILLIS = 1000;

  private final InstantSource clock;
  private final Map<K, Bucket> buckets = new ConcurrentHashMap<>();

  /// What is left, in thousandths.
  private record Bucket(long left, Instant at) {}

  /// What became of a wish to take.
  ///
  /// @param taken false when there was too little left, and nothing was taken
  /// @param left whole ones that are left
  /// @param secondsToFull until the bucket is full
  /// @param secondsToEnough until there would be enough; 0 when it was taken
  public record Taken(boolean taken, long left, long secondsToFull, long secondsToEnough) {}

  public TokenBuckets(InstantSource clock) {
    this.clock = clock;
  }

  /// Takes one out of the bucket of `key`, which holds `limit`.
  public Taken take(K key, int limit) {
    if (buckets.size() > MOST_BUCKETS) {
      buckets.clear();
    }
    Instant now = clock.instant();
    long full = limit * MILLIS;
    Taken[] result = new Taken[1];
    buckets.compute(
        key,
        (_, before) -> {
          long filled =
              before == null ? full : Math.min(full, before.left() + since(before, now, limit));
          boolean has = filled >= MILLIS;
          long left = has ? filled - MILLIS : filled;
          result[0] =
              new Taken(
                  has,
                  left / MILLIS,
                  secondsFor(full - left, limit),
                  has ? 0 : secondsFor(MILLIS - filled, limit));
          return new Bucket(left, now);
        });
    return result[0];
  }

  private static long since(Bucket before, Instant now, int limit) {
    long millis = Math.max(0, Duration.between(before.at(), now).toMillis());
    return Math.min(millis, WINDOW_SECONDS * MILLIS) * limit / WINDOW_SECONDS;
  }

  private static long secondsFor(long amount, int limit) {
    return Math.ceilDiv(amount * WINDOW_SECONDS, limit * MILLIS);
  }
}
