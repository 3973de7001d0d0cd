package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AffordabilityTest {
  private static final int CASES = 2_000;

  private static Charge units(long units) {
    return new Charge(BigInteger.valueOf(units));
  }

  /// A run at `price` a millisecond.
  private static Function<Instant, Charge> run(long to, long runtime, long price) {
    return at -> {
      long begin = at.toEpochMilli();
      long end = runtime == 0 ? to : Math.min(to, begin + runtime);
      return units((end - begin) * price);
    };
  }

  private static Optional<Instant> eachMillisecond(
      long from, long to, Charge room, Function<Instant, Charge> mostAt) {
    for (long at = from; at < to; at++) {
      if (mostAt.apply(Instant.ofEpochMilli(at)).compareTo(room) <= 0) {
        return Optional.of(Instant.ofEpochMilli(at));
      }
    }
    return Optional.empty();
  }

  @Test
  void isWhatLookingAtEachMillisecondFinds() {
    Random random = new Random(11);
    for (int i = 0; i < CASES; i++) {
      long from = random.nextLong(40);
      long to = from + random.nextLong(60);
      long runtime = random.nextInt(4) == 0 ? 0 : random.nextLong(1, 80);
      Charge room = units(random.nextLong(-3, 120));
      Function<Instant, Charge> mostAt = run(to, runtime, random.nextLong(4));
      assertThat(
              Affordability.earliest(
                  Instant.ofEpochMilli(from), Instant.ofEpochMilli(to), runtime, room, mostAt))
          .as("case %d: [%d, %d) runtime %d room %s", i, from, to, runtime, room)
          .isEqualTo(
              room.units().signum() < 0
                  ? Optional.empty()
                  : eachMillisecond(from, to, room, mostAt));
    }
  }
}
