package io.gpuaas.cluster;

import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Reads manifests of users as jobs: a Job, JobSet, TrainJob, RayJob, RayCluster, LeaderWorkerSet,
/// PyTorchJob, or a Job of Volcano.
public interface ManifestTemplates {
  /// What is read of a manifest, or all that is wrong with it.
  ///
  /// @param manifest as parsed from JSON
  /// @param at JSON Pointer to it, before those of the faults
  Reading read(SortedMap<String, Object> manifest, String at);

  /// What came of reading.
  sealed interface Reading {
    /// A job that can be scheduled.
    ///
    /// @param kind with its group, as `ray.io/RayJob`
    /// @param name as the manifest has it; empty when it has none
    /// @param image of the first pod set's first container
    /// @param maxRuntimeSeconds after which it asks to be stopped; 0 when it does not say
    /// @param graceSeconds between stop and kill; null when it does not say
    /// @param endless whether it never ends by itself
    record Job(
        String kind,
        String name,
        String image,
        List<PodSet> podSets,
        long maxRuntimeSeconds,
        @Nullable Long graceSeconds,
        boolean endless)
        implements Reading {
      public Job {
        podSets = List.copyOf(podSets);
      }
    }

    /// It cannot be accepted.
    record Refused(List<Fault> faults) implements Reading {
      public Refused {
        faults = List.copyOf(faults);
      }
    }
  }
}
