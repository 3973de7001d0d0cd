package io.gpuaas.cluster;

import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.SubmitJob;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Shows as which objects a job goes to a cluster.
public interface ManifestPreviews {
  /// The objects of a job's run, or of its next run as the cluster would place it.
  ///
  /// @param run null when it has none
  Preview of(Job job, @Nullable Run run, Cluster cluster);

  /// The objects of a job that was not submitted.
  ///
  /// @param assignments where it would lie; none when that is not known
  Preview of(SubmitJob wish, List<PodSetAssignment> assignments, Cluster cluster);

  /// What a backend would be sent.
  ///
  /// @param objects as JSON, in the order of making; empty when the backend has no objects or
  ///   cannot carry out the job
  /// @param unmet what the job asks for that the backend cannot give
  record Preview(String backend, List<SortedMap<String, Object>> objects, List<Fault> unmet) {
    public Preview {
      objects = List.copyOf(objects);
      unmet = List.copyOf(unmet);
    }
  }
}
