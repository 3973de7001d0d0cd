package io.gpuaas.placement;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.RunId;
import io.gpuaas.core.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether there is money for what was decided. A port: budgets are kept elsewhere. All calls take
/// part in the caller's transaction.
public interface AdmissionGate {
  /// Begins a transaction that admits runs. False while there is nothing to be reserved, so that
  /// nobody needs to ask.
  boolean enter();

  /// False while nothing can be refused.
  boolean isClosable();

  /// Larger after everything that may let a refused job through.
  long generation(Instant now);

  /// When time alone raises the generation next, after `now`; null when it never does.
  @Nullable Instant nextGenerationAt(Instant now);

  /// Asks for the steps of one plan, which is one transaction.
  Round round(Instant now);

  /// What a plan would be told of a job that waits, on the likeliest GPUs.
  Optional<WaitReason> refusal(Job job, Instant now);

  /// The questions of one plan. Later ones know what earlier ones have reserved.
  interface Round {
    /// Reserves what the run may cost; the reason when it is refused, and then nothing is reserved.
    Optional<WaitReason> reserve(Job job, RunId run, List<GpuHolding> holdings);

    /// What [#reserve] would say of a job that others shall be evicted for, on the likeliest GPUs.
    /// Nothing is reserved, but it is noted that there was no money.
    Optional<WaitReason> clear(Job job);

    /// What [#reserve] would say of a job that waits, on the likeliest GPUs. Nothing is written.
    Optional<WaitReason> refusal(Job job);
  }
}
