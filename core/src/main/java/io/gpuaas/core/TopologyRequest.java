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
/// @see <a
///   href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/2724-topology-aware-scheduling">
///   KEP-2724</a>
public record TopologyRequest(Mode mode, String level, List<Slice> slices) {
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
  }

  public static TopologyRequest required(String level) {
    return new TopologyRequest(Mode.REQUIRED, level, List.of());
  }

  public static TopologyRequest preferred(String level) {
    return new TopologyRequest(Mode.PREFERRED, level, List.of());
  }
}
