package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StatementNumbersTest {
  @Test
  void numbersHaveSixDigitsOrMoreAndAreReadAsTheyAreWritten() {
    assertThat(StatementNumbers.PROJECT.text(1)).isEqualTo("S-000001");
    assertThat(StatementNumbers.COST_CENTER.text(12_345_678)).isEqualTo("C-12345678");
    for (long number : new long[] {0, 7, 999_999, 1_000_000, 987_654_321_012_345L}) {
      String text = StatementNumbers.PROJECT.text(number);
      assertThat(StatementNumbers.PROJECT.read(text)).hasValue(number);
      assertThat(StatementNumbers.COST_CENTER.read(text)).isEmpty();
    }
    assertThat(StatementNumbers.PROJECT.read("S-00001")).isEmpty();
    assertThatThrownBy(() -> StatementNumbers.PROJECT.parse("none"))
        .hasMessage("none is no number.");
  }
}
