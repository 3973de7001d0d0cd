package io.gpuaas.core;

import java.util.List;

/// Where the pods of a pod set may lie relative to each other.
///
/// `REQUIRED`: all in one domain of `level`, or the job waits. `PREFERRED`: one domain of `level`
/// if possible, else the next level up. `BALANCED`: as `PREFERRED`, but where several domains of
/// `level` are needed, as few as possible with even parts. `UNCONSTRAINED`: anywhere, packed.
/// `slices`, outermost first: each group of `size` consecutive ranks lies inside one domain of the
/// slice's level.
///
/// @param level a node label key; empty when `UNCONSTRAINED`
/// @param patienceMillis so long the job would rather wait for one domain of a `PREFERRED` or
///   `BALANCED` level than start in several; 0 = takes what there is at once
/// @see <a
///   href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/2724-topology-aware-scheduling">
///   KEP-2724</a>
public record TopologyRequest(Mode mode, String level, List<Slice> slices, long patienceMillis) {
  public static final TopologyRequest NONE = new TopologyRequest(Mode.UNCONSTRAINED, "", List.of());

  /// How binding the level is.
  public enum Mode {
    REQUIRED,
    PREFERRED,
    BALANCED,
    UNCONSTRAINED
  }

  /// `size` pods that must share one domain of `level`.
  public record Slice(String level, int size) {
    public Slice {
      if (size < 1) {
        throw new IllegalArgumentException(
            "A slice's size (%d) must be 1 or more.".formatted(size));
      }
    }
  }

  public TopologyRequest {
    slices = List.copyOf(slices);
    boolean hasChoice = mode == Mode.PREFERRED || mode == Mode.BALANCED;
    if (patienceMillis < 0 || (patienceMillis > 0 && !hasChoice)) {
      throw new IllegalArgumentException(
          "patienceMillis (%d) with mode %s must be 0, or more with PREFERRED or BALANCED."
              .formatted(patienceMillis, mode));
    }
  }

  /// Without patience.
  public TopologyRequest(Mode mode, String level, List<Slice> slices) {
    this(mode, level, slices, 0);
  }

  public TopologyRequest withPatience(long millis) {
    return new TopologyRequest(mode, level, slices, millis);
  }

  public static TopologyRequest required(String level) {
    return new TopologyRequest(Mode.REQUIRED, level, List.of());
  }

  public static TopologyRequest preferred(String level) {
    return new TopologyRequest(Mode.PREFERRED, level, List.of());
  }
}
