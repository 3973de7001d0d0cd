package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.BackendGuide.Setting;
import java.util.List;

/// What each setting of a simulated cluster means.
final class SimulationGuide {
  static final List<Setting> SETTINGS =
      List.of(
          new Setting("profile", "jobs", false, "lifelike", "exact or lifelike.", "exact"),
          new Setting("seed", "jobs", false, "1", "Of its chance.", "7"),
          new Setting("speed", "jobs", false, "1", "So many times as fast.", "60"),
          new Setting(
              "defaultRun", "jobs", false, "", "How long a job runs that does not say.", "10m"),
          new Setting(
              "startDelay", "faults", false, "", "From dispatch to all pods running.", "20s"),
          new Setting("stopDelay", "faults", false, "", "From stop to nothing left.", "5s"),
          new Setting(
              "podFailurePerMillion", "faults", false, "", "Pods of a million that fail.", "1000"),
          new Setting(
              "slowStopPerMillion",
              "faults",
              false,
              "",
              "Stops of a million that are slow.",
              "1000"),
          new Setting(
              "lostMessagePerMillion",
              "faults",
              false,
              "",
              "Messages of a million that are lost.",
              "1000"),
          new Setting(
              "repeatedMessagePerMillion",
              "faults",
              false,
              "",
              "Messages of a million that come twice.",
              "1000"),
          new Setting(
              "shuffledMessages",
              "faults",
              false,
              "",
              "Whether messages come in any order.",
              "true"),
          new Setting(
              "nodeFailureEvery", "faults", false, "", "Time between failures of a node.", "30d"),
          new Setting("nodeRepair", "faults", false, "", "How long a node is down then.", "2h"));

  private SimulationGuide() {}
}
