package io.gpuaas.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DominantShareTest {
  @ParameterizedTest
  @CsvSource({
    "0,     1,   0,        0,                   false",
    "0,     0,   0,        0,                   false",
    "250,   1,   250,      250,                 false",
    "250,   0.5, 500,      500,                 false",
    "100.1, 2,   50.05,    51,                  false",
    "250,   0,   Infinity, 9223372036854775807, true"
  })
  void isTheRatioDividedByTheWeight(
      double ratio, double weight, double value, long shown, boolean infinite) {
    DominantShare share = new DominantShare(ratio, weight, ratio > 0);
    assertThat(share.value()).isEqualTo(value);
    assertThat(share.shown()).isEqualTo(shown);
    assertThat(share.isInfinite()).isEqualTo(infinite);
  }

  @Test
  void whoHasLessGoesFirstAndInfiniteOnesAreToldApartByTheirRatio() {
    List<DominantShare> ascending =
        List.of(
            new DominantShare(0, 0, false),
            new DominantShare(100, 2, true),
            new DominantShare(60, 1, true),
            new DominantShare(1, 0, true),
            new DominantShare(2, 0, true));
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(Integer.signum(ascending.get(i).compareTo(ascending.get(j))))
            .as("%s to %s", ascending.get(i), ascending.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
    assertThat(DominantShare.ZERO).isEqualByComparingTo(new DominantShare(0, 0, false));
  }
}
