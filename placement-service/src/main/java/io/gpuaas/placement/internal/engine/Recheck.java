package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.quota.QuotaUsage;
import java.time.Instant;
import java.util.Optional;

/// Checks a planned admission on a newer world: quota, nodes, and other jobs' claims to the room.
final class Recheck {
  private Recheck() {}

  static Optional<WaitReason> waiting(WorldIndex index, JobId job) {
    return index.isWaiting(job)
        ? Optional.empty()
        : Optional.of(Reasons.plain("NotWaiting", "Job %s does not wait.".formatted(job)));
  }

  static Optional<WaitReason> admit(WorldIndex index, PlanStep.Admit step) {
    Waiter waiter = index.waiter(step.job());
    if (waiter == null) {
      return waiting(index, step.job());
    }
    HeldWorkload held =
        new HeldWorkload(waiter.workload(), step.assignments(), Instant.EPOCH, false, null);
    Holding holding = new Holding(index.catalog, held);
    if (holding.project < 0) {
      return Optional.of(Reasons.plain("NoMatchingFlavor", "The project does not exist."));
    }
    QuotaUsage usage = index.usage;
    if (!holding.cells.fits(usage, holding.project)) {
      return Optional.of(
          Reasons.plain("WaitingForQuota", "The quota has been used or cut since the plan."));
    }
    return knowsNodes(index, step) && fitsNodes(index, holding)
        ? Optional.empty()
        : Optional.of(
            Reasons.plain("WaitingForNodes", "The nodes have been used or lost since the plan."));
  }

  private static boolean knowsNodes(WorldIndex index, PlanStep.Admit step) {
    return step.assignments().stream()
        .flatMap(it -> it.nodes().stream())
        .allMatch(it -> index.nodes().number(it.node()) >= 0);
  }

  private static boolean fitsNodes(WorldIndex index, Holding holding) {
    int columns = index.nodes().resources().size();
    for (int i = 0; i < holding.nodes.length; i++) {
      if (!index.nodes().usable().get(holding.nodes[i])) {
        return false;
      }
      for (int column = 0; column < columns; column++) {
        long amount = holding.amounts[i][column];
        if (amount > 0 && amount > index.free[holding.nodes[i] * columns + column]) {
          return false;
        }
      }
    }
    if (holding.shares.isEmpty()) {
      return true;
    }
    Room room = new Room(index.nodes(), index.free.clone(), index.devices.copy());
    for (Devices.Share share : holding.shares) {
      if (!room.hasShare(share)) {
        return false;
      }
      room.takeShare(share);
    }
    return true;
  }
}
