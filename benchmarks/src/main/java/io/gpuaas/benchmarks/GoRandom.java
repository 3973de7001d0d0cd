package io.gpuaas.benchmarks;

/// The stream of numbers that Go's seeded `math/rand` gives, so that published experiments can be
/// repeated draw by draw.
///
/// An additive lagged-Fibonacci generator (lags 607 and 273, modulo 2^64). The start values that Go
/// mixes into each seed are its state after 7.8e12 steps from seed 1; they are found here by a
/// power of polynomials modulo x^607 - x^334 - 1, since the recurrence is linear.
final class GoRandom {
  private static final int LAG = 607;
  private static final int TAP = 273;
  private static final long MODULUS = (1L << 31) - 1;
  private static final long WARM_STEPS = 7_800_000_000_000L;
  private static final long[] WARM = warmTable();

  private final long[] state = new long[LAG];
  private int tap;
  private int feed = LAG - TAP;

  GoRandom(long seed) {
    long x = seed % MODULUS == 0 ? 89_482_311 : Math.floorMod(seed, MODULUS);
    for (int i = -20; i < LAG; i++) {
      x = lehmer(x);
      if (i >= 0) {
        long u = x << 40;
        x = lehmer(x);
        u ^= x << 20;
        x = lehmer(x);
        state[i] = u ^ x ^ WARM[i];
      }
    }
  }

  private static long lehmer(long x) {
    return 48_271 * x % MODULUS;
  }

  private static long[] warmTable() {
    long[] start = new long[LAG];
    long x = 1;
    for (int i = -20; i < LAG; i++) {
      x = lehmer(x);
      if (i >= 0) {
        long u = x << 20;
        x = lehmer(x);
        u ^= x << 10;
        x = lehmer(x);
        start[i] = u ^ x;
      }
    }
    long[] history = new long[LAG];
    for (int place = 0; place < LAG; place++) {
      int t = 333 - place;
      history[(t >= 0 ? t - LAG : t) + LAG] = start[place];
    }
    long[] power = power(WARM_STEPS);
    long[] table = new long[LAG];
    for (int k = 0; k < LAG; k++) {
      long sum = 0;
      for (int i = 0; i < LAG; i++) {
        sum += power[i] * history[i];
      }
      table[Math.floorMod(333 - (WARM_STEPS - LAG + k), LAG)] = sum;
      power = timesX(power);
    }
    return table;
  }

  private static long[] timesX(long[] polynomial) {
    long[] result = new long[LAG];
    System.arraycopy(polynomial, 0, result, 1, LAG - 1);
    long top = polynomial[LAG - 1];
    result[0] += top;
    result[334] += top;
    return result;
  }

  /// x to the power of `exponent`.
  private static long[] power(long exponent) {
    long[] result = new long[LAG];
    result[0] = 1;
    long[] base = new long[LAG];
    base[1] = 1;
    for (long e = exponent; e > 0; e >>= 1) {
      if ((e & 1) == 1) {
        result = product(result, base);
      }
      base = product(base, base);
    }
    return result;
  }

  private static long[] product(long[] a, long[] b) {
    long[] full = new long[2 * LAG - 1];
    for (int i = 0; i < LAG; i++) {
      for (int j = 0; j < LAG; j++) {
        full[i + j] += a[i] * b[j];
      }
    }
    for (int i = 2 * LAG - 2; i >= LAG; i--) {
      full[i - LAG + 334] += full[i];
      full[i - LAG] += full[i];
    }
    return java.util.Arrays.copyOf(full, LAG);
  }

  private long next64() {
    tap = tap == 0 ? LAG - 1 : tap - 1;
    feed = feed == 0 ? LAG - 1 : feed - 1;
    state[feed] += state[tap];
    return state[feed];
  }

  long int63() {
    return next64() & Long.MAX_VALUE;
  }

  /// A number below `n`.
  int intn(int n) {
    if ((n & (n - 1)) == 0) {
      return (int) (int63() >> 32) & (n - 1);
    }
    long top = MODULUS - (1L << 31) % n;
    long draw = int63() >> 32;
    while (draw > top) {
      draw = int63() >> 32;
    }
    return (int) (draw % n);
  }

  private int shuffleDraw(int n) {
    long product = (int63() >> 31) * n;
    long low = product & 0xFFFF_FFFFL;
    if (low < n) {
      long threshold = ((1L << 32) - n) % n;
      while (low < threshold) {
        product = (int63() >> 31) * n;
        low = product & 0xFFFF_FFFFL;
      }
    }
    return (int) (product >> 32);
  }

  /// The numbers 0 to n - 1 as `Shuffle` leaves them.
  int[] shuffled(int n) {
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = i;
    }
    for (int i = n - 1; i > 0; i--) {
      int j = shuffleDraw(i + 1);
      int swap = numbers[i];
      numbers[i] = numbers[j];
      numbers[j] = swap;
    }
    return numbers;
  }

  /// What `Perm` gives.
  int[] permutation(int n) {
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      int j = intn(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }
}
