package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.NodeAffinityTerm;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Whether a label satisfies a node affinity term, by the rules of Kubernetes.
final class Affinity {
  private Affinity() {}

  /// `label` is null when the node does not have it.
  static boolean holds(NodeAffinityTerm term, @Nullable String label) {
    return switch (term.operator()) {
      case IN -> label != null && term.values().contains(label);
      case NOT_IN -> label == null || !term.values().contains(label);
      case EXISTS -> label != null;
      case DOES_NOT_EXIST -> label == null;
      case GT -> compared(term, label) > 0;
      case LT -> compared(term, label) < 0;
    };
  }

  /// 0 when one of the two is no whole number.
  private static int compared(NodeAffinityTerm term, @Nullable String label) {
    if (label == null || term.values().size() != 1) {
      return 0;
    }
    OptionalLong left = number(label);
    OptionalLong right = number(term.values().getFirst());
    if (left.isEmpty() || right.isEmpty()) {
      return 0;
    }
    return Long.compare(left.getAsLong(), right.getAsLong());
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }
}
