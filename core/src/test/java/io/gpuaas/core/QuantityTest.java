package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    "memory, 1Ei, 1152921504606846976",
    "memory, 1Ki, 1024",
    "memory, 1Mi, 1048576",
    "memory, 1Ti, 1099511627776",
    "memory, 1Pi, 1125899906842624",
    "memory, 3k, 3000",
    "memory, 3T, 3000000000000",
    "memory, 3P, 3000000000000000",
    "memory, 1e-0, 1",
    "memory, 1200e-2, 12",
    "memory, 5000000u, 5",
    "memory, 7000000000n, 7",
    "memory, 0e999, 0",
    "memory, -0, 0",
    "memory, 7.99e18, 7990000000000000000",
    "cpu, 9223372036854775807m, 9223372036854775807",
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
        "1e+",
        "1Ex",
        "1ei",
        "1eE",
        "1Ee",
        "1K",
        "1mi",
        "1ki",
        "1Zi",
        "1e9999",
        "1e-1",
        "8Ei",
        "9.3E",
        "1_000",
        "+-1",
        "-1e3",
        ".",
        "1\n",
        "8🚀",
        "１",
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

  @ParameterizedTest
  @ValueSource(strings = {"0.5m", "1u", "9223372036854775.808", "1E", "-1m"})
  void refusesWhatIsNoWholeAmountOfMilliCores(String text) {
    assertThat(Quantity.parse("cpu", text)).isEmpty();
  }

  /// Every text of up to three characters of the grammar's alphabet is read or refused, never more.
  @Test
  void neverThrows() {
    String alphabet = "019.+-eEimkKGnuxµ ";
    for (int code = 0; code < alphabet.length() * alphabet.length() * alphabet.length(); code++) {
      int size = alphabet.length();
      String tail =
          ""
              + alphabet.charAt(code % size)
              + alphabet.charAt(code / size % size)
              + alphabet.charAt(code / size / size);
      for (String text : List.of(tail, "1" + tail)) {
        OptionalLong amount = Quantity.parse("memory", text);
        assertThat(amount.orElse(0)).as(text).isNotNegative();
      }
    }
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
      long amount = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
      assertThat(Quantity.parse("cpu", Quantity.format("cpu", amount))).hasValue(amount);
      assertThat(Quantity.parse("pods", Quantity.format("pods", amount))).hasValue(amount);
    }
    assertThat(Quantity.format("cpu", 1500)).isEqualTo("1500m");
    assertThat(Quantity.format("cpu", 8000)).isEqualTo("8");
  }
}
