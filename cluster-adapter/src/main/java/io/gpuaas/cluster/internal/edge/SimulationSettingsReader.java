package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.core.Durations;
import java.time.Duration;
import java.util.SortedMap;

/// Reads the settings of a cluster whose backend is `simulated`. What is left out is
/// [SimulationSettings#LIFELIKE].
final class SimulationSettingsReader {
  private SimulationSettingsReader() {}

  static SimulationSettings settings(SortedMap<String, String> from) {
    SimulationSettings base =
        "exact".equals(from.get("profile"))
            ? SimulationSettings.EXACT
            : SimulationSettings.LIFELIKE;
    return new SimulationSettings(
        number(from, "seed", base.seed()),
        millis(from, "startDelay", base.startDelayMillis()),
        millis(from, "stopDelay", base.stopDelayMillis()),
        millis(from, "defaultRun", base.defaultRunMillis()),
        (int) number(from, "podFailurePerMillion", base.podFailurePerMillion()),
        (int) number(from, "slowStopPerMillion", base.slowStopPerMillion()),
        (int) number(from, "lostMessagePerMillion", base.lostMessagePerMillion()),
        (int) number(from, "repeatedMessagePerMillion", base.repeatedMessagePerMillion()),
        millis(from, "nodeFailureEvery", base.nodeFailureEveryMillis()),
        millis(from, "nodeRepair", base.nodeRepairMillis()));
  }

  /// Simulated seconds per second: the cluster's own, or that of the application.
  static double speed(SortedMap<String, String> from, double fallback) {
    String text = from.get("speed");
    return text == null ? fallback : Double.parseDouble(text);
  }

  private static long number(SortedMap<String, String> from, String key, long fallback) {
    String text = from.get(key);
    return text == null ? fallback : Long.parseLong(text);
  }

  private static long millis(SortedMap<String, String> from, String key, long fallback) {
    String text = from.get(key);
    if (text == null) {
      return fallback;
    }
    return Durations.parse(text)
        .map(Duration::toMillis)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s (%s) must be a duration like 90s.".formatted(key, text)));
  }
}
