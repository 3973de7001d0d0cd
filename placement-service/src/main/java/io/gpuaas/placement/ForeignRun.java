package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A pod of others as it is counted and billed: like a run that we did not decide.
///
/// @param run under which its usage is in the ledger
/// @param queue Kueue's LocalQueue; empty for none
/// @param project who pays, as it was when the pod was first seen
/// @param pool flavor of its node then; `model` likewise
/// @param boundAt from when it is counted: its own bind, but not before the cluster was connected
/// @param startedAt null before its containers ran
/// @param releasedAt null while it holds its GPUs
public record ForeignRun(
    String uid,
    RunId run,
    NodeRef node,
    String namespace,
    String name,
    ForeignPod.Workload workload,
    String queue,
    String project,
    String pool,
    String model,
    long milliGpus,
    Instant boundAt,
    @Nullable Instant startedAt,
    @Nullable Instant releasedAt) {

  public boolean holds() {
    return releasedAt == null;
  }

  public ForeignRun started(Instant at) {
    return with(at, releasedAt);
  }

  public ForeignRun released(Instant at) {
    return with(startedAt, at);
  }

  private ForeignRun with(@Nullable Instant started, @Nullable Instant released) {
    return new ForeignRun(
        uid, run, node, namespace, name, workload, queue, project, pool, model, milliGpus, boundAt,
        started, released);
  }
}
