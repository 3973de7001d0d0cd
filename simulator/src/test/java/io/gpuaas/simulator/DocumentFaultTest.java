package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentFaultTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "'', -, The document is missing: a mapping.",
        "'', [], The document ([]) is not allowed: a mapping.",
        "jobs[0].name, -, jobs[0].name is missing: a mapping.",
        "jobs[0].name, '', jobs[0].name () is not allowed: a mapping."
      })
  void isOneSentence(String path, String value, String message) {
    assertThat(new DocumentFault(path, "TYPE", value, "a mapping").message()).isEqualTo(message);
  }
}
