package io.gpuaas.cluster.internal.engine;

import java.util.SplittableRandom;

/// Chance that depends on a seed and a name only, not on what was drawn before.
final class Dice {
  private static final int MILLION = 1_000_000;
  private final SplittableRandom random;

  Dice(long seed, String name, String purpose) {
    random = new SplittableRandom(mix(mix(seed, name), purpose));
  }

  private static long mix(long seed, String text) {
    long hash = seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return hash ^ (hash >>> 31);
  }

  boolean hits(int perMillion) {
    return perMillion > 0 && random.nextInt(MILLION) < perMillion;
  }

  /// A whole number from 0 to `bound - 1`.
  long upTo(long bound) {
    return bound <= 1 ? 0 : random.nextLong(bound);
  }
}
