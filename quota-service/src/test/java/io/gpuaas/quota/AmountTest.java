package io.gpuaas.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {
  private static final String MAX = "9223372036854775807";
  private static final String MIN = "-9223372036854775808";

  @ParameterizedTest
  @CsvSource({
    "2, 3, 5",
    "-2, 3, 1",
    "9223372036854775806, 1, " + MAX,
    "9223372036854775806, 9223372036854775806, " + MAX,
    MIN + ", -1, " + MIN,
    MAX + ", " + MIN + ", " + MAX,
    "-1, " + MAX + ", " + MAX
  })
  void sumsSaturate(long a, long b, long sum) {
    assertThat(Amount.plus(a, b)).isEqualTo(sum);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 5, -2",
    MAX + ", 5, " + MAX,
    MAX + ", " + MAX + ", 0",
    "5, " + MAX + ", " + MIN,
    MIN + ", 1, " + MIN,
    "1, -9223372036854775807, " + MAX,
    "0, " + MIN + ", " + MAX
  })
  void differencesSaturate(long a, long b, long difference) {
    assertThat(Amount.minus(a, b)).isEqualTo(difference);
  }

  @ParameterizedTest
  @CsvSource({
    "0, " + MAX + ", 0",
    "3, 5, 15",
    "3037000500, 3037000500, " + MAX,
    "4611686018427387904, 2, " + MAX,
    "4294967296, 4294967296, " + MAX,
    "9223372036854775807, 1, " + MAX
  })
  void productsSaturate(long a, long b, long product) {
    assertThat(Amount.times(a, b)).isEqualTo(product);
  }

  /// Against numbers without an end, cut to 64 bits.
  @Test
  void finiteNumbersAreCountedExactlyUntilTheEnd() {
    SplittableRandom random = new SplittableRandom(20261130);
    for (int i = 0; i < 50_000; i++) {
      long a = random.nextLong() >> random.nextInt(64);
      long b = random.nextLong() >> random.nextInt(64);
      if (a != Amount.UNLIMITED && b != Amount.UNLIMITED) {
        BigInteger x = BigInteger.valueOf(a);
        BigInteger y = BigInteger.valueOf(b);
        assertThat(Amount.plus(a, b)).as("%d + %d", a, b).isEqualTo(cut(x.add(y)));
        assertThat(Amount.minus(a, b)).as("%d - %d", a, b).isEqualTo(cut(x.subtract(y)));
        if (a >= 0 && b >= 0) {
          assertThat(Amount.times(a, b)).as("%d * %d", a, b).isEqualTo(cut(x.multiply(y)));
        }
      }
    }
  }

  private static long cut(BigInteger exact) {
    return exact.max(new BigInteger(MIN)).min(new BigInteger(MAX)).longValueExact();
  }
}
