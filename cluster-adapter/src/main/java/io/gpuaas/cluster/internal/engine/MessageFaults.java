package io.gpuaas.cluster.internal.engine;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.placement.Observation;
import java.util.ArrayList;
import java.util.List;

/// Loses and repeats messages between a simulated cluster and us.
public final class MessageFaults {
  private final SimulationSettings settings;
  private long messages;

  public MessageFaults(SimulationSettings settings) {
    this.settings = settings;
  }

  public boolean lose() {
    return settings.lostMessagePerMillion() > 0;
  }

  /// What arrives of what was said. Which messages are hit depends on their text and number.
  public List<Observation> arriving(List<Observation> said) {
    if (settings.lostMessagePerMillion() == 0 && settings.repeatedMessagePerMillion() == 0) {
      return said;
    }
    List<Observation> arriving = new ArrayList<>();
    for (Observation observation : said) {
      messages++;
      String name = observation + " " + messages;
      if (new Dice(settings.seed(), name, "lost").hits(settings.lostMessagePerMillion())) {
        continue;
      }
      arriving.add(observation);
      if (new Dice(settings.seed(), name, "repeated").hits(settings.repeatedMessagePerMillion())) {
        arriving.add(observation);
      }
    }
    return arriving;
  }
}
