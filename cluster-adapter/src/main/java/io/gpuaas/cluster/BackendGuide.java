package io.gpuaas.cluster;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What there is to know of a backend before a cluster is connected by it.
///
/// @param about what drives pods there, and who keeps the gang
/// @param install what the cluster has to have
/// @param manifestKind group and kind of the users' own manifests that it takes; empty for none
/// @param abilities what jobs may ask for with its settings left as they are
/// @param settings of a cluster with it, those that it needs first
public record BackendGuide(
    String name,
    String about,
    String install,
    String manifestKind,
    SortedSet<Ability> abilities,
    List<Setting> settings) {
  public BackendGuide {
    abilities = Collections.unmodifiableSortedSet(new TreeSet<>(abilities));
    settings = List.copyOf(settings);
  }

  /// What not every backend can.
  public enum Ability {
    /// Jobs that end by themselves.
    BATCH,
    /// Jobs that go on until they are stopped.
    NOTEBOOK,
    SEVERAL_POD_SETS,
    GPU_SHARES,
    MIG_DEVICES
  }

  /// One setting.
  ///
  /// @param preset what holds where it is left out; empty for nothing
  /// @param meaning a sentence for operators
  public record Setting(
      String key, String group, boolean required, String preset, String meaning, String example) {}
}
