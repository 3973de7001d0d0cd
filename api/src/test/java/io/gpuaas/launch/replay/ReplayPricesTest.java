package io.gpuaas.launch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayPricesTest {
  private static final long GPU_HOUR = 3_600_000_000L;

  @ParameterizedTest
  @CsvSource({"0, 0, 0.000000", "3, 0, 6.000000", "3, 3, 7.500000", "3, 1, 6.500000"})
  void hoursAfterTheRiseCostAQuarterMore(long hours, long dear, String charge) {
    assertThat(ReplayPrices.charge(hours * GPU_HOUR, dear * GPU_HOUR)).isEqualTo(charge);
  }

  @ParameterizedTest
  @CsvSource({"10.004, 10.00, 1, true", "10.021, 10.00, 2, false", "9.98, 10.00, 2, true"})
  void linesAreRoundedToCentsAndNoMore(
      String exact, BigDecimal charged, int lines, boolean rounds) {
    assertThat(ReplayPrices.roundsTo(exact, charged, lines)).isEqualTo(rounds);
  }
}
