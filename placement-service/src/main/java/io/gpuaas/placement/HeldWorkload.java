package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Workload;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A workload that holds quota and nodes.
///
/// @param admittedAt when it was given them
/// @param evicting it was told to stop; it holds its room until the cluster confirms that it is
///   gone
/// @param claimant the job that its room was cleared for, null when none
public record HeldWorkload(
    Workload workload,
    List<PodSetAssignment> assignments,
    Instant admittedAt,
    boolean evicting,
    @Nullable JobId claimant) {
  public HeldWorkload {
    assignments = List.copyOf(assignments);
  }
}
