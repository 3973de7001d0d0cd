package io.gpuaas.placement;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How well a cluster can be reached. One that cannot be is unknown, not lost: what runs there is
/// taken to run on.
///
/// @param since when it ceased to be well; null when it is
/// @param message what is wrong and how to mend it; empty when it is well
public record ClusterCondition(@Nullable Instant since, String message) {
  public static final ClusterCondition WELL = new ClusterCondition(null, "");

  public boolean isWell() {
    return since == null;
  }
}
