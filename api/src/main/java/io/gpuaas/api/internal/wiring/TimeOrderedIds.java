package io.gpuaas.api.internal.wiring;

import io.gpuaas.core.IdGenerator;
import java.time.InstantSource;
import java.util.Random;

/// Ids as `prefix_` and a ULID: 48 bits of milliseconds and 80 random bits in Crockford's base 32.
///
/// Within one millisecond the random part is counted up, so that later ids sort later. A clock that
/// goes back is ignored.
///
/// @see <a href="https://github.com/ulid/spec">ULID</a>
public final class TimeOrderedIds implements IdGenerator {
  private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
  private static final long MASK_40 = (1L << 40) - 1;

  private final InstantSource clock;
  private final Random random;
  private long lastMillis = -1;
  private long high;
  private long low;

  public TimeOrderedIds(InstantSource clock, Random random) {
    this.clock = clock;
    this.random = random;
  }

  @Override
  public synchronized String next(String prefix) {
    long millis = Math.max(clock.millis(), 0);
    if (millis > lastMillis) {
      lastMillis = millis;
      // The top bit stays free, so that counting up never overflows in practice.
      high = random.nextLong() & (MASK_40 >> 1);
      low = random.nextLong() & MASK_40;
    } else {
      low = (low + 1) & MASK_40;
      high = low == 0 ? high + 1 : high;
    }
    char[] text = new char[26];
    write(text, 0, 10, lastMillis);
    write(text, 10, 8, high);
    write(text, 18, 8, low);
    return prefix + "_" + new String(text);
  }

  private static void write(char[] text, int from, int length, long value) {
    long rest = value;
    for (int i = from + length - 1; i >= from; i--) {
      text[i] = ALPHABET[(int) (rest & 31)];
      rest >>>= 5;
    }
  }
}
