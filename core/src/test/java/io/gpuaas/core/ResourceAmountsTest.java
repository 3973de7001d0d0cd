package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResourceAmountsTest {
  private static final ResourceAmounts POD =
      ResourceAmounts.of(Resources.GPU, 8).with(Resources.CPU, 4000);

  @Test
  void addsAndMultipliesByName() {
    assertThat(POD.plus(ResourceAmounts.of(Resources.GPU, 1)))
        .isEqualTo(ResourceAmounts.of(Map.of(Resources.GPU, 9L, Resources.CPU, 4000L)));
    assertThat(POD.times(3).of(Resources.CPU)).isEqualTo(12_000);
    assertThat(POD.of(Resources.MEMORY)).isZero();
    assertThat(ResourceAmounts.NONE.isEmpty()).isTrue();
  }

  @Test
  void cannotBeChangedFromOutside() {
    TreeMap<String, Long> given = new TreeMap<>(Map.of(Resources.GPU, 8L));
    ResourceAmounts amounts = new ResourceAmounts(given);
    given.put(Resources.GPU, 9L);
    assertThat(amounts.of(Resources.GPU)).isEqualTo(8);
    assertThatThrownBy(() -> amounts.byName().put(Resources.CPU, 1L))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void refusesNegativeAmountsAndOverflow() {
    assertThatThrownBy(() -> ResourceAmounts.of(Resources.GPU, -1))
        .hasMessage("%s (-1) must not be negative.", Resources.GPU);
    assertThatThrownBy(() -> POD.times(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> POD.plus(ResourceAmounts.of(Resources.GPU, Long.MAX_VALUE)))
        .isInstanceOf(ArithmeticException.class);
  }
}
