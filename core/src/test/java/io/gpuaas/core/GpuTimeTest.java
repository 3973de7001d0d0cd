package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GpuTimeTest {
  @Test
  void countsExactly() {
    GpuTime twoGpusForAnHour = GpuTime.of(2000, 3_600_000);
    assertThat(twoGpusForAnHour.gpuSeconds()).isEqualTo(7200);
    assertThat(twoGpusForAnHour.gpuHours()).isEqualByComparingTo("2.000000");
    assertThat(GpuTime.of(1, 1).plus(GpuTime.of(1, 2))).isEqualTo(new GpuTime(3));
  }

  @Test
  void roundsHoursHalfToEven() {
    // 3600 units are a millionth of a GPU-hour.
    assertThat(new GpuTime(1800).gpuHours()).isEqualByComparingTo("0.000000");
    assertThat(new GpuTime(1801).gpuHours()).isEqualByComparingTo("0.000001");
    assertThat(new GpuTime(5400).gpuHours()).isEqualByComparingTo("0.000002");
    assertThat(GpuTime.ZERO.gpuHours().scale()).isEqualTo(6);
  }

  @Test
  void throwsRatherThanWrapAround() {
    assertThatThrownBy(() -> GpuTime.of(Long.MAX_VALUE, 2)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> new GpuTime(Long.MAX_VALUE).plus(new GpuTime(1)))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void isOrderedByAmount() {
    assertThat(GpuTime.ZERO).isLessThan(new GpuTime(1));
  }
}
