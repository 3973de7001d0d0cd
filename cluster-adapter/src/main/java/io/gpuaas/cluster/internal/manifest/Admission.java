package io.gpuaas.cluster.internal.manifest;

import java.util.Arrays;
import java.util.List;

/// Who decides which job is next on a cluster with Kueue.
public enum Admission {
  /// We; Kueue's quota has the last word.
  OURS("gpuaas"),
  /// Kueue: a job is bound when Kueue has admitted it, on nodes that we choose.
  KUEUE("kueue"),
  /// Kueue, and its topology-aware scheduling chooses the nodes.
  KUEUE_AND_NODES("kueue-topology");

  private final String word;

  Admission(String word) {
    this.word = word;
  }

  /// As settings say it.
  public String word() {
    return word;
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Admission::word).toList();
  }

  static Admission of(String word) {
    return Arrays.stream(values())
        .filter(it -> it.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no admission " + word));
  }

  public boolean isTheirs() {
    return this != OURS;
  }
}
