package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.core.Durations;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/// Reads the settings of a cluster whose backend is `simulated`. What is left out is
/// [SimulationSettings#LIFELIKE]; what cannot be read is found by [#faults] before it is stored.
final class SimulationSettingsReader {
  private static final List<String> PROFILES = List.of("exact", "lifelike");
  private static final List<String> RATES =
      List.of(
          "podFailurePerMillion",
          "slowStopPerMillion",
          "lostMessagePerMillion",
          "repeatedMessagePerMillion");
  private static final List<String> TIMES =
      List.of("startDelay", "stopDelay", "defaultRun", "nodeFailureEvery", "nodeRepair");
  private static final Pattern SPEED = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6})?");
  private static final int MILLION = 1_000_000;

  private SimulationSettingsReader() {}

  /// All that is wrong with them.
  static List<Fault> faults(String at, SortedMap<String, String> settings) {
    FaultCollector faults = new FaultCollector();
    settings.forEach((key, text) -> check(Fault.at(at, key), key, text, faults));
    if (faults.isEmpty()) {
      checkRepair(at, settings(settings), faults);
    }
    return faults.faults();
  }

  private static void check(String pointer, String key, String text, FaultCollector faults) {
    String allowed = "";
    if (key.equals("profile")) {
      allowed = PROFILES.contains(text) ? "" : "exact and lifelike";
    } else if (key.equals("seed")) {
      allowed = whole(text).isPresent() ? "" : "whole numbers";
    } else if (key.equals("speed")) {
      boolean valid = SPEED.matcher(text).matches() && Double.parseDouble(text) > 0;
      allowed = valid ? "" : "decimal numbers above 0 and below 1000000";
    } else if (RATES.contains(key)) {
      boolean valid = whole(text).filter(rate -> rate >= 0 && rate <= MILLION).isPresent();
      allowed = valid ? "" : "whole numbers from 0 to 1000000";
    } else if (key.equals("shuffledMessages")) {
      allowed = text.equals("true") || text.equals("false") ? "" : "true and false";
    } else if (TIMES.contains(key)) {
      allowed = Durations.parse(text).isPresent() ? "" : "durations like 90s, 15m or 2h";
    } else {
      faults.add(
          pointer,
          "UNKNOWN_SETTING",
          "A simulated cluster has the settings profile, seed, speed, shuffledMessages, %s and %s."
              .formatted(String.join(", ", RATES), String.join(", ", TIMES)),
          key,
          null);
    }
    if (!allowed.isEmpty()) {
      faults.add(pointer, "INVALID_VALUE", "Allowed are %s.".formatted(allowed), text, null);
    }
  }

  private static void checkRepair(String at, SimulationSettings settings, FaultCollector faults) {
    long every = settings.nodeFailureEveryMillis();
    if (every > 0 && settings.nodeRepairMillis() > every / 2) {
      faults.add(
          at + "/nodeRepair",
          "TOO_LARGE",
          "A repair may take at most half of nodeFailureEvery.",
          Durations.format(Duration.ofMillis(settings.nodeRepairMillis())),
          Durations.format(Duration.ofMillis(every / 2)));
    }
  }

  private static Optional<Long> whole(String text) {
    try {
      return Optional.of(Long.valueOf(text));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

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
        "true".equals(from.get("shuffledMessages")),
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
    return text == null ? fallback : whole(text).orElse(fallback);
  }

  private static long millis(SortedMap<String, String> from, String key, long fallback) {
    String text = from.get(key);
    return text == null ? fallback : Durations.parse(text).map(Duration::toMillis).orElse(fallback);
  }
}
