package io.gpuaas.cluster.internal.slurmjob;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmLogLineTest {
  /// Of a job with twelve tasks.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "0: step 1|0|step 1",
        "11: a: b|11|a: b",
        "03:   indented|3|  indented",
        " 7: padded|7|padded",
        "2: |2|''",
        "12: no task's|0|12: no task's",
        "slurmstepd: error: it was cancelled|0|slurmstepd: error: it was cancelled",
        "''|0|''",
      })
  void theLabelIsTheTask(String line, int rank, String text) {
    assertThat(SlurmLogLine.of(line, 12)).isEqualTo(new SlurmLogLine(rank, text));
  }
}
