package io.gpuaas.placement.internal.service;

import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CycleBudget;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.InventorySource;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.SeenShapes;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.placement.internal.service.Intake.Taken;
import io.gpuaas.placement.internal.service.PlanApplier.Applied;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The scheduling loop of the leader: take up what happened, decide, apply, dispatch.
///
/// One call of [#step] is equivalent to: read everything, decide on it, write the decisions. It
/// differs for speed in that the board remembers what was read and is brought up to date from
/// committed changes only. One thread calls it.
@Component
class SchedulerLoop implements WorldView {
  private static final long NEVER = -1;

  /// So long one cycle decides before what it has decided is written.
  private static final Duration CYCLE_LONGEST = Duration.ofMillis(500);

  private final Leadership leadership;
  private final BoardLoader loader;
  private final InventorySource inventories;
  private final Refresh refresh;
  private final Intake intake;
  private final PlanApplier applier;
  private final Dispatcher dispatcher;
  private final CycleMetrics metrics;
  private final InstantSource clock;
  private final AdmissionCycle cycle = new AdmissionCycle();
  private final AtomicReference<@Nullable Board> current = new AtomicReference<>();
  private long decidedAt = NEVER;
  private volatile @Nullable Instant decideAgainAt;
  private SeenShapes seen = SeenShapes.NONE;

  /// Whether the world has changed while cycles that were cut short had refused some jobs.
  private boolean changedMeanwhile;

  SchedulerLoop(
      Leadership leadership,
      BoardLoader loader,
      InventorySource inventories,
      Refresh refresh,
      Intake intake,
      PlanApplier applier,
      Dispatcher dispatcher,
      CycleMetrics metrics,
      InstantSource clock) {
    this.leadership = leadership;
    this.loader = loader;
    this.inventories = inventories;
    this.refresh = refresh;
    this.intake = intake;
    this.applier = applier;
    this.dispatcher = dispatcher;
    this.metrics = metrics;
    this.clock = clock;
  }

  /// Takes or keeps the lead; true when this process leads. On taking it everything is read anew.
  boolean lead() {
    OptionalLong epoch = leadership.takeOrRenew();
    if (epoch.isEmpty()) {
      current.set(null);
      return false;
    }
    Board board = current.get();
    if (board == null || board.epoch() != epoch.getAsLong()) {
      begin(epoch.getAsLong());
    }
    return true;
  }

  private void begin(long epoch) {
    Board board = loader.load(epoch);
    refresh.connect(inventories.load());
    take(board, refresh.atStart(board, clock.instant()));
    decidedAt = NEVER;
    decideAgainAt = null;
    intake.lookAnyway();
    applier.begin();
    current.set(board);
    dispatcher.reconcile(board, true);
  }

  boolean leads() {
    return current.get() != null;
  }

  /// Drops what is remembered; the next [#lead] reads everything anew.
  void forget() {
    current.set(null);
  }

  /// Does one round; true when there may be more to do at once.
  boolean step() {
    Board board = current.get();
    if (board == null) {
      return false;
    }
    Instant now = clock.instant();
    Optional<Batch> changes = refresh.changes(board, now);
    changes.ifPresent(batch -> take(board, batch));
    Taken taken = intake.take(board, now);
    take(board, taken.batch());
    changedMeanwhile |= !seen.equals(SeenShapes.NONE) && !taken.batch().world().isEmpty();
    if (taken.hardwareChanged()) {
      refresh.ask();
      return true;
    }
    applier.show(board, now);
    boolean decided = decide(board, now);
    return decided || taken.busy() || changes.isPresent();
  }

  private void take(Board board, Batch batch) {
    board.commit(batch);
    if (!batch.commands().isEmpty()) {
      dispatcher.send(board, batch.commands());
    }
    metrics.taken(batch);
  }

  private boolean decide(Board board, Instant now) {
    Instant again = decideAgainAt;
    boolean timePassed = again != null && !again.isAfter(now);
    if (decidedAt == board.worldVersion() && !timePassed) {
      return false;
    }
    long version = board.worldVersion();
    CycleBudget budget = new CycleBudget(() -> isOver(now), seen);
    CyclePlan plan = metrics.timePlan(() -> cycle.plan(board.world(), now, budget));
    boolean missed = plan.complete() && changedMeanwhile;
    changedMeanwhile &= !plan.complete();
    seen = plan.seen();
    decideAgainAt = plan.again();
    decidedAt = plan.complete() && !missed ? version : NEVER;
    if (plan.steps().isEmpty()) {
      return decidedAt == NEVER;
    }
    Applied applied = metrics.timeApply(() -> applier.apply(board, plan, now));
    if (applied.stale()) {
      refresh.ask();
      decidedAt = NEVER;
      return true;
    }
    take(board, applied.batch());
    boolean settled =
        plan.complete()
            && !missed
            && applied.refused() == 0
            && board.world().policy().headsPerProject() == 0;
    decidedAt = settled ? board.worldVersion() : NEVER;
    return true;
  }

  private boolean isOver(Instant started) {
    return clock.instant().isAfter(started.plus(CYCLE_LONGEST));
  }

  /// When a run has to be stopped next, or time alone may lead to other decisions; null when
  /// neither.
  @Nullable Instant nextDeadline() {
    Board board = current.get();
    if (board == null) {
      return null;
    }
    Instant again = earlier(decideAgainAt, applier.nextLetBack(board, clock.instant()));
    return earlier(board.nextDeadline(), again);
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }

  /// Sends commands that may not have arrived again.
  void reconcile() {
    Board board = current.get();
    if (board != null) {
      dispatcher.reconcile(board, false);
    }
  }

  /// Takes what comes of a work on the board, in a transaction of its own, until nothing does.
  void take(Function<Board, Optional<Batch>> work) {
    Board board = current.get();
    Optional<Batch> batch = board == null ? Optional.empty() : work.apply(board);
    while (board != null && batch.isPresent()) {
      take(board, batch.get());
      batch = work.apply(board);
    }
  }

  /// Counts what others hold on the clusters.
  void lookAtForeign() {
    Board board = current.get();
    if (board != null) {
      intake.takeForeign(board, clock.instant()).ifPresent(batch -> take(board, batch));
    }
  }

  /// The clusters that are known to this leader; none while it does not lead.
  SortedSet<String> clusterNames() {
    Board board = current.get();
    return board == null ? Collections.emptySortedSet() : board.clusterNames();
  }

  @Nullable Board board() {
    return current.get();
  }

  /// Why a job waits that a cluster's queue has not let in, so that the engine sees it on other
  /// clusters only or not at all; empty when this is not the reason.
  Optional<WaitReason> queueReason(Job job) {
    return applier.queueReason(job);
  }

  @Override
  public World world() {
    Board board = current.get();
    return board == null ? loader.load(0).world() : board.world();
  }
}
