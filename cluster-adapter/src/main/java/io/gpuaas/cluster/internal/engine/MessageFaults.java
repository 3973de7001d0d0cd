package io.gpuaas.cluster.internal.engine;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.placement.Observation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Loses, repeats and shuffles messages between a simulated cluster and us.
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
    boolean whole = settings.lostMessagePerMillion() == 0;
    if (whole && settings.repeatedMessagePerMillion() == 0 && !settings.shuffledMessages()) {
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
    return settings.shuffledMessages() ? shuffled(arriving) : arriving;
  }

  /// In any order but for what one run or node says: that keeps its own.
  private List<Observation> shuffled(List<Observation> said) {
    TreeMap<String, ArrayDeque<Observation>> byOne = new TreeMap<>();
    for (Observation observation : said) {
      byOne.computeIfAbsent(speaker(observation), _ -> new ArrayDeque<>()).add(observation);
    }
    Dice dice = new Dice(settings.seed(), "order " + messages, "shuffled");
    List<ArrayDeque<Observation>> speakers = new ArrayList<>(byOne.values());
    List<Observation> order = new ArrayList<>();
    while (!speakers.isEmpty()) {
      int chosen = (int) dice.upTo(speakers.size());
      order.add(speakers.get(chosen).removeFirst());
      if (speakers.get(chosen).isEmpty()) {
        speakers.remove(chosen);
      }
    }
    return order;
  }

  private static String speaker(Observation observation) {
    return switch (observation) {
      case Observation.RunStarted it -> it.run().value();
      case Observation.RunEnded it -> it.run().value();
      case Observation.RunGone it -> it.run().value();
      case Observation.RunCheckpointed it -> it.run().value();
      case Observation.NodeHealth it -> it.node().toString();
    };
  }
}
