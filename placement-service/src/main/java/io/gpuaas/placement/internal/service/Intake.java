package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.NodeObservations;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.internal.lifecycle.JobSignal;
import io.gpuaas.placement.internal.lifecycle.JobSignal.StopCause;
import io.gpuaas.placement.internal.service.ObservationInbox.Said;
import io.gpuaas.placement.internal.store.InboxStore;
import io.gpuaas.placement.internal.store.InboxStore.Kind;
import io.gpuaas.placement.internal.store.InboxStore.Wish;
import io.gpuaas.placement.internal.store.RoundRows.HeardRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Takes up what people wish and clusters say, in one transaction.
@Component
class Intake {
  private static final int AT_ONCE_MAX = 2_000;
  private static final String APPLIED = "applied";

  private final InboxBell bell;
  private final InboxStore inbox;
  private final FreshJobs fresh;
  private final ObservationInbox observations;
  private final NodeObservations nodes;
  private final NodeCapacities capacities;
  private final ForeignUsage foreign;
  private final BatchWriter writer;
  private final TransactionTemplate transactions;

  Intake(
      InboxBell bell,
      InboxStore inbox,
      FreshJobs fresh,
      ObservationInbox observations,
      NodeObservations nodes,
      NodeCapacities capacities,
      ForeignUsage foreign,
      BatchWriter writer,
      TransactionTemplate transactions) {
    this.bell = bell;
    this.inbox = inbox;
    this.fresh = fresh;
    this.observations = observations;
    this.nodes = nodes;
    this.capacities = capacities;
    this.foreign = foreign;
    this.writer = writer;
    this.transactions = transactions;
  }

  /// What was taken up.
  ///
  /// @param busy whether there was anything; there may be more
  /// @param hardwareChanged whether the inventory has to be read again before deciding
  record Taken(Batch batch, boolean busy, boolean hardwareChanged) {}

  /// The board is brought up to date by the caller, with the batch. Without a sign of something new
  /// the database is not asked.
  Taken take(Board board, Instant now) {
    List<Said> said = observations.peek(AT_ONCE_MAX);
    boolean rung = bell.answer();
    if (said.isEmpty() && !rung && board.dueAt(now) == null) {
      return new Taken(new Batch(board), false, false);
    }
    Taken taken = inTransaction(board, said, now, rung);
    observations.taken(said.size());
    return taken;
  }

  /// What others were seen to hold, in a transaction of its own.
  Optional<Batch> takeForeign(Board board, Instant now) {
    return foreign.look(board, now);
  }

  /// Makes the next [#take] ask the database even without a sign.
  void lookAnyway() {
    bell.ring();
    foreign.forget();
  }

  private Taken inTransaction(Board board, List<Said> said, Instant now, boolean rung) {
    try {
      return Objects.requireNonNull(transactions.execute(status -> inOne(board, said, now, rung)));
    } catch (RuntimeException e) {
      if (rung) {
        bell.ring();
      }
      throw e;
    }
  }

  private Taken inOne(Board board, List<Said> said, Instant now, boolean rung) {
    Batch batch = new Batch(board);
    boolean wished = rung && takeWishes(batch, now);
    List<HeardRow> heard = new ArrayList<>();
    boolean hardwareChanged = hear(board, batch, said, heard, now);
    stopOverdue(board, batch, now);
    batch.reclassify(now);
    capacities.tellIfReleased(board, batch, now);
    if (wished || !heard.isEmpty() || !batch.isEmpty()) {
      writer.write(batch, heard);
    }
    return new Taken(batch, wished || !said.isEmpty() || !batch.isEmpty(), hardwareChanged);
  }

  private boolean takeWishes(Batch batch, Instant now) {
    List<Wish> wishes = inbox.take(AT_ONCE_MAX);
    List<JobId> submitted =
        wishes.stream().filter(wish -> wish.kind() == Kind.SUBMITTED).map(Wish::job).toList();
    if (!submitted.isEmpty()) {
      fresh.take(submitted).forEach(batch::queued);
    }
    for (Wish wish : wishes) {
      if (wish.kind() == Kind.CANCEL) {
        batch.signal(
            wish.job(),
            new JobSignal.Stop(now, StopCause.USER_CANCEL, wish.actor(), wish.reason()));
      }
    }
    if (wishes.size() == AT_ONCE_MAX) {
      bell.ring();
    }
    return !wishes.isEmpty();
  }

  private boolean hear(
      Board board, Batch batch, List<Said> said, List<HeardRow> heard, Instant now) {
    boolean hardwareChanged = false;
    TreeSet<NodeRef> touched = new TreeSet<>();
    for (Said one : said) {
      String effect;
      if (one.observation() instanceof Observation.NodeHealth health) {
        boolean changed = mark(board, health, touched);
        hardwareChanged |= changed;
        effect = changed ? APPLIED : "known already, or unknown node";
      } else {
        effect = hear(batch, one.observation());
      }
      if (!one.repeated() || effect.equals(APPLIED)) {
        heard.add(HeardRow.of(one.cluster(), one.observation(), now, effect));
      }
    }
    return hardwareChanged;
  }

  /// The database is asked only if the node is not on the board as it is said to be.
  private boolean mark(Board board, Observation.NodeHealth health, Set<NodeRef> touched) {
    Node known = board.nodes().get(health.node());
    boolean same = known != null && known.ready() == health.ready();
    if (same && !touched.contains(health.node())) {
      return false;
    }
    touched.add(health.node());
    return nodes.markReady(health.node(), health.ready(), health.at());
  }

  private static String hear(Batch batch, Observation observation) {
    JobSignal signal = signal(observation);
    JobId job = signal == null ? null : batch.jobOf(runOf(signal));
    if (signal == null || job == null) {
      return "unknown run, or released";
    }
    String ignored = batch.signal(job, signal);
    return ignored == null ? APPLIED : ignored;
  }

  private static @Nullable JobSignal signal(Observation observation) {
    return switch (observation) {
      case Observation.RunStarted o -> new JobSignal.Started(o.at(), o.run());
      case Observation.RunEnded o ->
          new JobSignal.Ended(o.at(), o.run(), o.outcome(), o.exitCode(), o.message());
      case Observation.RunGone o -> new JobSignal.Gone(o.at(), o.run());
      case Observation.RunCheckpointed o -> new JobSignal.Checkpointed(o.at(), o.run());
      case Observation.NodeHealth _ -> null;
    };
  }

  private static io.gpuaas.core.RunId runOf(JobSignal signal) {
    return switch (signal) {
      case JobSignal.Admit s -> s.run();
      case JobSignal.Started s -> s.run();
      case JobSignal.Ended s -> s.run();
      case JobSignal.Gone s -> s.run();
      case JobSignal.Checkpointed s -> s.run();
      case JobSignal.Reclassified s -> s.run();
      case JobSignal.Preempt _, JobSignal.Reject _, JobSignal.Stop _ ->
          throw new IllegalArgumentException("%s is about no run.".formatted(signal));
    };
  }

  private static void stopOverdue(Board board, Batch batch, Instant now) {
    JobId due = board.dueAt(now);
    while (due != null) {
      batch.signal(
          due,
          new JobSignal.Stop(
              now, StopCause.MAX_RUNTIME, "scheduler", "Reached its declared longest run time."));
      board.passDeadline();
      due = board.dueAt(now);
    }
  }
}
