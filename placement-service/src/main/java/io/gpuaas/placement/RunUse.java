package io.gpuaas.placement;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How busy the GPUs of a run were, as its cluster measures it.
///
/// @param measured false where nobody measures: nothing may be concluded from that
/// @param pods by rank; of a large gang only the first ones
public record RunUse(boolean measured, List<PodUse> pods) {
  /// A cluster that does not measure.
  public static final RunUse NONE = new RunUse(false, List.of());

  public RunUse {
    pods = List.copyOf(pods);
  }

  /// One pod.
  ///
  /// @param rank of the pod in its job, counted through all pod sets
  /// @param samples oldest first, of the steps in which it ran
  public record PodUse(int rank, String pod, List<Sample> samples) {
    public PodUse {
      samples = List.copyOf(samples);
    }
  }

  /// Mean of all GPUs of the pod over one step, in percent.
  ///
  /// @param at begin of the step
  public record Sample(Instant at, int gpuPercent, int memoryPercent) {}

  /// What is asked for: whole steps from `from` on that end until `to`.
  public record Question(Job job, Run run, Instant from, Instant to, Duration step) {}
}
