package io.gpuaas.placement.internal.service;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.GpuPlace;
import io.gpuaas.core.IdGenerator;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.AdmissionGate;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.InventorySource;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.internal.lifecycle.JobSignal;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.store.InboxStore;
import io.gpuaas.quota.QuotaConfigSource;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Writes a plan in one transaction, after checking that what it was made from still holds.
///
/// The plan as a whole needs the epoch, the configuration and the inventory that it was made from;
/// if one has moved on, nothing of it is written and it is made anew. A single step is refused when
/// its job has changed since, or is to be cancelled; the others are applied.
@Component
class PlanApplier {
  private final InboxStore inbox;
  private final QuotaConfigSource configs;
  private final InventorySource inventories;
  private final BatchWriter writer;
  private final IdGenerator ids;
  private final TransactionTemplate transactions;
  private final ObjectProvider<AdmissionGate> gates;
  private final GovernedJobs governed;

  PlanApplier(
      InboxStore inbox,
      QuotaConfigSource configs,
      InventorySource inventories,
      BatchWriter writer,
      IdGenerator ids,
      TransactionTemplate transactions,
      ObjectProvider<AdmissionGate> gates,
      GovernedJobs governed) {
    this.inbox = inbox;
    this.configs = configs;
    this.inventories = inventories;
    this.writer = writer;
    this.ids = ids;
    this.transactions = transactions;
    this.gates = gates;
    this.governed = governed;
  }

  /// What became of a plan.
  ///
  /// @param stale the world has moved on; nothing was written
  /// @param refused steps that were left out
  record Applied(Batch batch, boolean stale, int refused) {}

  /// With a new board, what was learnt of clusters' queues counts no more.
  void begin() {
    governed.forget();
  }

  /// Shows the engine the jobs that the gate refused again, once it may say otherwise; and of those
  /// whose turn a cluster's queue decides, those that have been let in.
  void show(Board board, Instant now) {
    if (!board.heldBack().isEmpty()) {
      AdmissionGate gate = gates.getIfAvailable();
      if (gate == null || gate.generation(now) != board.gateGeneration()) {
        board.letBack();
      }
    }
    governed.look(board);
  }

  Optional<WaitReason> queueReason(Job job) {
    return governed.reason(job);
  }

  /// When time alone may make the gate say otherwise to a job that it refused; null when it never
  /// will.
  @Nullable Instant nextLetBack(Board board, Instant now) {
    AdmissionGate gate = board.heldBack().isEmpty() ? null : gates.getIfAvailable();
    return gate == null ? null : gate.nextGenerationAt(now);
  }

  Applied apply(Board board, CyclePlan plan, Instant now) {
    return Objects.requireNonNull(transactions.execute(status -> inOne(board, plan, now)));
  }

  private Applied inOne(Board board, CyclePlan plan, Instant now) {
    Batch batch = new Batch(board);
    boolean stale =
        configs.generation() != board.configGeneration()
            || inventories.generation() != board.inventoryGeneration();
    if (stale) {
      return new Applied(batch, true, plan.steps().size());
    }
    Set<JobId> cancelled = inbox.cancelled(concerned(plan));
    GateCheck gate = GateCheck.of(gates.getIfAvailable(), batch, now);
    int refused = 0;
    for (PlanStep step : plan.steps()) {
      refused += apply(batch, step, cancelled, gate, now) ? 0 : 1;
    }
    batch.reclassify(now);
    writer.write(batch);
    return new Applied(batch, false, refused);
  }

  private static List<JobId> concerned(CyclePlan plan) {
    return plan.steps().stream()
        .map(
            step ->
                switch (step) {
                  case PlanStep.Admit admit -> admit.job();
                  case PlanStep.Preempt preempt -> preempt.claimant();
                  case PlanStep.Drain drain -> drain.job();
                  case PlanStep.Reject reject -> reject.job();
                })
        .distinct()
        .toList();
  }

  private boolean apply(
      Batch batch, PlanStep step, Set<JobId> cancelled, GateCheck gate, Instant now) {
    return switch (step) {
      case PlanStep.Admit admit ->
          !cancelled.contains(admit.job()) && admit(batch, admit, gate, now);
      case PlanStep.Preempt(JobId victim, JobId claimant, PreemptionReason reason) ->
          !cancelled.contains(claimant)
              && gate.lets(claimant)
              && batch.signal(victim, preempt(batch, now, claimant, reason)) == null;
      case PlanStep.Drain(JobId job, PreemptionReason reason) ->
          batch.signal(job, preempt(batch, now, null, reason)) == null;
      case PlanStep.Reject(JobId job, var reasons) ->
          batch.signal(job, new JobSignal.Reject(now, reasons)) == null;
    };
  }

  private static JobSignal preempt(
      Batch batch, Instant now, @Nullable JobId claimant, PreemptionReason reason) {
    return new JobSignal.Preempt(now, claimant, reason, batch.noticeSeconds());
  }

  private boolean admit(Batch batch, PlanStep.Admit step, GateCheck gate, Instant now) {
    LiveJob live = batch.find(step.job());
    if (live == null || live.job().phase() != JobPhase.QUEUED) {
      return false;
    }
    RunId run = new RunId(ids.next("run"));
    List<GpuHolding> holdings = batch.bind(live.job(), run, now, step.assignments());
    if (!gate.reserves(live.job(), run, holdings)) {
      batch.unbind(live.job(), run);
      return false;
    }
    String message = AdmissionSentence.of(live.job(), step);
    List<GpuPlace> places = batch.places(live.job(), step.assignments());
    String ignored =
        batch.signal(
            step.job(),
            new JobSignal.Admit(
                now, run, batch.epoch(), step.assignments(), holdings, places, message));
    if (ignored != null) {
      throw new IllegalStateException("A queued job was not admitted: " + ignored);
    }
    return true;
  }
}
