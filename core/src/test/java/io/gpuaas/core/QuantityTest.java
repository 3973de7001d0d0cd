package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "memory, 80Gi, 85899345920",
    "memory, 129e6, 129000000",
    "memory, 129E6, 129000000",
    "memory, 129M, 129000000",
    "memory, 1.5Ki, 1536",
    "memory, 2000m, 2",
    "memory, +8, 8",
    "memory, 0, 0",
    "memory, .5k, 500",
    "memory, 5., 5",
    "memory, 7E, 7000000000000000000",
    "memory, 9223372036854775807, 9223372036854775807",
    "cpu, 500m, 500",
    "cpu, 8, 8000",
    "cpu, 0.25, 250",
    "cpu, 2e1, 20000",
    "nvidia.com/gpu, 8, 8"
  })
  void readsTheGrammarOfKubernetes(String resource, String text, long amount) {
    assertThat(Quantity.parse(resource, text)).isEqualTo(OptionalLong.of(amount));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "1 Gi",
        "Gi",
        "1KiB",
        "0x10",
        "1e",
        "512m",
        "1n",
        "9223372036854775808",
        "8E8E",
        "1.2.3",
        "1e999",
        "٣",
        "NaN",
        "1,5"
      })
  void refusesWhatIsNoWholeAmountOfBytes(String text) {
    assertThat(Quantity.parse("memory", text)).isEmpty();
  }

  @Test
  void refusesTextsThatAreTooLong() {
    assertThat(Quantity.parse("memory", "0".repeat(65))).isEmpty();
    assertThat(Quantity.parse("memory", "0".repeat(64))).hasValue(0);
  }

  @Test
  void readsBackWhatItWrites() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 1000; i++) {
      long amount = random.nextLong(Long.MAX_VALUE / 1000);
      assertThat(Quantity.parse("cpu", Quantity.format("cpu", amount))).hasValue(amount);
      assertThat(Quantity.parse("pods", Quantity.format("pods", amount))).hasValue(amount);
    }
    assertThat(Quantity.format("cpu", 1500)).isEqualTo("1500m");
    assertThat(Quantity.format("cpu", 8000)).isEqualTo("8");
  }
}
