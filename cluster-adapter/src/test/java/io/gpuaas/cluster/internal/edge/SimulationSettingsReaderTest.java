package io.gpuaas.cluster.internal.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.core.Fault;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationSettingsReaderTest {
  @ParameterizedTest
  @CsvSource({
    "seed, abc, INVALID_VALUE",
    "seed, 1.5, INVALID_VALUE",
    "profile, perfect, INVALID_VALUE",
    "speed, 0, INVALID_VALUE",
    "speed, -1, INVALID_VALUE",
    "speed, NaN, INVALID_VALUE",
    "startDelay, 5, INVALID_VALUE",
    "defaultRun, soon, INVALID_VALUE",
    "lostMessagePerMillion, 1000001, INVALID_VALUE",
    "podFailurePerMillion, -1, INVALID_VALUE",
    "podFailurePerMillion, 99999999999999999999, INVALID_VALUE",
    "nodeFailure, 1h, UNKNOWN_SETTING"
  })
  void findsABadSettingBeforeItIsStored(String key, String value, String code) {
    assertThat(SimulationSettingsReader.faults("/settings", new TreeMap<>(Map.of(key, value))))
        .extracting(Fault::pointer, Fault::code)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("/settings/" + key, code));
  }

  @Test
  void aRepairFitsBetweenTwoFailures() {
    TreeMap<String, String> settings =
        new TreeMap<>(Map.of("nodeFailureEvery", "2h", "nodeRepair", "61m"));
    assertThat(SimulationSettingsReader.faults("", settings))
        .containsExactly(
            new Fault(
                "/nodeRepair",
                "TOO_LARGE",
                "A repair may take at most half of nodeFailureEvery.",
                "61m",
                "1h"));
  }

  @Test
  void readsAllThatIsAllowed() {
    TreeMap<String, String> settings =
        new TreeMap<>(
            Map.of(
                "profile", "exact",
                "seed", "-7",
                "speed", "2.5",
                "startDelay", "1s",
                "podFailurePerMillion", "5",
                "nodeFailureEvery", "30d",
                "nodeRepair", "2h"));
    assertThat(SimulationSettingsReader.faults("", settings)).isEqualTo(List.of());
    assertThat(SimulationSettingsReader.settings(settings))
        .isEqualTo(
            new SimulationSettings(
                -7, 1000, 0, 3_600_000, 5, 0, 0, 0, 30L * 86_400_000, 7_200_000));
    assertThat(SimulationSettingsReader.speed(settings, 1)).isEqualTo(2.5);
  }
}
