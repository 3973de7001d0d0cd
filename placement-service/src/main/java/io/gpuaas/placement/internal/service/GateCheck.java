package io.gpuaas.placement.internal.service;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.AdmissionGate;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks the gate about the steps of one plan. What it refuses is held back, so that the engine does
/// not plan the same again.
///
/// A victim is evicted only for a claimant that the gate lets through.
final class GateCheck {
  private final AdmissionGate.@Nullable Round gate;
  private final Batch batch;
  private final long generation;

  private GateCheck(AdmissionGate.@Nullable Round gate, Batch batch, long generation) {
    this.gate = gate;
    this.batch = batch;
    this.generation = generation;
  }

  /// `gate` null: everything is let through.
  static GateCheck of(@Nullable AdmissionGate gate, Batch batch, Instant now) {
    return gate == null || !gate.enter()
        ? new GateCheck(null, batch, 0)
        : new GateCheck(gate.round(now), batch, gate.generation(now));
  }

  boolean reserves(Job job, RunId run, List<GpuHolding> holdings) {
    return gate == null || passes(job.id(), gate.reserve(job, run, holdings).isEmpty());
  }

  boolean lets(JobId claimant) {
    LiveJob live = batch.find(claimant);
    return gate == null || live == null || passes(claimant, gate.clear(live.job()).isEmpty());
  }

  private boolean passes(JobId job, boolean let) {
    if (!let) {
      batch.holdBack(job, generation);
    }
    return let;
  }
}
