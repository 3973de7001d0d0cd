package io.gpuaas.quota;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Projects and cohorts that may lend unused quota to each other; a node of the quota tree.
///
/// @param parent null for a root
/// @param fairWeightMilli weight for the dominant resource share in thousandths; 0 = only what
///   nobody else wants
/// @param quotas quota owned by the cohort itself
public record Cohort(
    String name, @Nullable String parent, long fairWeightMilli, List<Quota> quotas) {
  public Cohort {
    quotas = List.copyOf(quotas);
  }
}
