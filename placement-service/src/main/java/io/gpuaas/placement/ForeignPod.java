package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A pod with GPUs that somebody else put on one of our clusters: through its own queues, or by
/// hand.
///
/// @param workload what it belongs to, for instance a Job; the pod itself when nothing made it
/// @param queue Kueue's LocalQueue that it came through; empty when it came through none
/// @param project who pays, by the cluster's settings
/// @param milliGpus what it holds of its node, in thousandths of a GPU
/// @param boundAt when it was bound to its node
/// @param startedAt when its containers ran; null before
/// @param endedAt when it was seen to have let go of its GPUs; null while it holds them
public record ForeignPod(
    String uid,
    NodeRef node,
    String namespace,
    String name,
    Workload workload,
    String queue,
    String project,
    long milliGpus,
    Instant boundAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {

  /// Project that pays for what names none of ours.
  public static final String UNATTRIBUTED = "unattributed";

  /// What pods of one workload have in common.
  public record Workload(String kind, String name, String uid) {}

  /// What a cluster knows of them.
  ///
  /// @param known false while the cluster cannot be seen as it is: nothing may be concluded
  /// @param pods those there are, and those that ended a short while ago, by uid
  public record Sighting(boolean known, List<ForeignPod> pods) {
    /// A cluster that is ours alone, or does not tell.
    public static final Sighting NONE = new Sighting(false, List.of());

    public Sighting {
      pods = List.copyOf(pods);
    }
  }
}
