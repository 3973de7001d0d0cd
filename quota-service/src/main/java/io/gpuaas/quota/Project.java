package io.gpuaas.quota;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A project as the engines see it: a leaf of the quota tree with a queue (Kueue's ClusterQueue).
///
/// @param cohort null when it shares with nobody
/// @param fairWeightMilli weight for the dominant resource share in thousandths
public record Project(
    String name,
    @Nullable String cohort,
    long fairWeightMilli,
    QueueingStrategy queueingStrategy,
    StopPolicy stopPolicy,
    List<ResourceGroup> resourceGroups,
    List<Quota> quotas,
    PreemptionPolicy preemption,
    FlavorFungibility fungibility) {
  /// What a job that does not fit does to those behind it.
  public enum QueueingStrategy {
    /// Blocks them.
    STRICT_FIFO,
    /// Lets those that fit pass.
    BEST_EFFORT_FIFO
  }

  /// Whether the queue admits.
  public enum StopPolicy {
    NONE,
    /// Admits nothing new.
    HOLD,
    /// Admits nothing new and evicts what runs.
    HOLD_AND_DRAIN
  }

  public Project {
    resourceGroups = List.copyOf(resourceGroups);
    quotas = List.copyOf(quotas);
  }
}
