package io.gpuaas.quota;

/// Arithmetic on quota amounts: signed 64-bit numbers that saturate instead of wrapping.
///
/// [#UNLIMITED] absorbs: unlimited plus or minus anything finite stays unlimited.
public final class Amount {
  public static final long UNLIMITED = Long.MAX_VALUE;

  private Amount() {}

  public static long plus(long a, long b) {
    if (a == UNLIMITED || b == UNLIMITED) {
      return UNLIMITED;
    }
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      return a < 0 ? Long.MIN_VALUE : UNLIMITED;
    }
    return sum;
  }

  /// Unlimited minus unlimited is 0; a finite number minus unlimited is the most negative one.
  public static long minus(long a, long b) {
    if (b == UNLIMITED) {
      return a == UNLIMITED ? 0 : Long.MIN_VALUE;
    }
    if (a == UNLIMITED) {
      return UNLIMITED;
    }
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      return a < 0 ? Long.MIN_VALUE : UNLIMITED;
    }
    return difference;
  }

  /// Product of two numbers that are 0 or more.
  public static long times(long a, long b) {
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return high != 0 || low < 0 ? UNLIMITED : low;
  }
}
