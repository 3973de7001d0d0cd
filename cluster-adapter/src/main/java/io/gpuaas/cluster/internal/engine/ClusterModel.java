package io.gpuaas.cluster.internal.engine;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.StopRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A cluster in memory: commands in, observations out, as time passes.
///
/// What happens depends on the settings and on the commands with their instants alone, not on when
/// they arrive. So a model that lost its memory and is sent all commands in force again tells the
/// same story; that is how it survives a restart of the process it lives in.
///
/// Not safe for threads: its owner takes turns. Times are those of the commands; durations are
/// divided by `speed`.
public final class ClusterModel {
  private static final int REMEMBERED_MAX = 10_000;
  private static final Comparator<Planned> BY_TIME =
      Comparator.comparing(Planned::at).thenComparingLong(Planned::number);

  private final SimulationSettings settings;
  private final double speed;
  private final NodeFaults nodeFaults;
  private final TreeMap<RunId, SimulatedRun> runs = new TreeMap<>();
  private final SequencedMap<RunId, SimulatedRun> gone = new LinkedHashMap<>();
  private final TreeSet<NodeRef> watched = new TreeSet<>();
  private final PriorityQueue<Planned> plan = new PriorityQueue<>(BY_TIME);
  private long numbers;

  public ClusterModel(SimulationSettings settings, double speed) {
    if (!(speed > 0)) {
      throw new IllegalArgumentException("speed (%s) must be above 0.".formatted(speed));
    }
    this.settings = settings;
    this.speed = speed;
    this.nodeFaults = new NodeFaults(settings, speed);
  }

  private enum Kind {
    START,
    END,
    GONE,
    NODE_LOST,
    NODE_DOWN,
    NODE_UP
  }

  /// Something that will happen, unless the run's plan has changed since (`validFor`).
  private record Planned(
      Instant at, long number, Kind kind, @Nullable RunId run, @Nullable NodeRef node, long turn) {}

  /// Tells of failures of these nodes from `from` on, and of those that last at that instant. Nodes
  /// that are watched already are left alone.
  public void watchNodes(List<NodeRef> nodes, Instant from) {
    if (nodeFaults.never()) {
      return;
    }
    for (NodeRef node : nodes) {
      if (watched.add(node)) {
        planFailure(node, from);
      }
    }
  }

  private void planFailure(NodeRef node, Instant after) {
    Instant down = nodeFaults.nextAt(node, after).down();
    plan.add(new Planned(down, numbers++, Kind.NODE_DOWN, null, node, 0));
  }

  /// When the next thing happens; null when nothing will.
  public @Nullable Instant nextEventAt() {
    Planned next = plan.peek();
    return next == null ? null : next.at();
  }

  /// Takes a command. One that was taken before, or is older than what is known, changes nothing.
  public void take(RunCommand command) {
    switch (command) {
      case EnsureRun ensure -> ensure(ensure);
      case StopRun stop -> stop(stop);
      case RunCommand.RemoveRun _ -> {
        // What ended here goes by itself.
      }
    }
  }

  private void ensure(EnsureRun command) {
    if (runs.containsKey(command.run()) || gone.containsKey(command.run())) {
      return;
    }
    long delay = simulation(command).startDelayMillis();
    SimulatedRun run = new SimulatedRun(command, command.issuedAt().plusMillis(scaled(delay)));
    runs.put(command.run(), run);
    planLoss(run);
    add(run.startsAt, Kind.START, run);
  }

  /// The first failure of one of its nodes ends it, if it is still there then.
  private void planLoss(SimulatedRun run) {
    if (nodeFaults.never()) {
      return;
    }
    Instant issuedAt = run.command.issuedAt();
    for (NodeRef node : run.nodes) {
      Instant down = nodeFaults.nextAt(node, issuedAt).down();
      Instant at = down.isBefore(issuedAt) ? issuedAt : down;
      plan.add(new Planned(at, numbers++, Kind.NODE_LOST, run.command.run(), node, 0));
    }
  }

  private JobSpec.Simulation simulation(EnsureRun command) {
    JobSpec.Simulation own = command.spec().simulation();
    return own != null
        ? own
        : new JobSpec.Simulation(
            settings.defaultRunMillis(),
            settings.startDelayMillis(),
            settings.stopDelayMillis(),
            0);
  }

  private void stop(StopRun command) {
    SimulatedRun run = runs.get(command.run());
    if (run == null && gone.containsKey(command.run())) {
      return;
    }
    if (run == null) {
      // Told to stop what never was here: the answer is that nothing is left of it.
      plan.add(new Planned(command.issuedAt(), numbers++, Kind.GONE, command.run(), null, 0));
      return;
    }
    Instant planned = run.endedAt == null ? story(run).at() : run.endedAt;
    boolean over = !planned.isAfter(command.issuedAt());
    if (over || run.planNumber >= command.generation()) {
      return;
    }
    run.planNumber = command.generation();
    run.cutAt = command.issuedAt();
    Dice dice = new Dice(settings.seed(), command.run().value(), "stop");
    long delay = simulation(run.command).stopDelayMillis();
    long slow = dice.hits(settings.slowStopPerMillion()) ? 10 : 1;
    Instant end = command.issuedAt().plusMillis(scaled(Math.multiplyExact(delay, slow)));
    run.end(new SimulatedRun.End(end, RunOutcome.STOPPED, 143, ""));
    add(end, Kind.END, run);
  }

  private void add(Instant at, Kind kind, SimulatedRun run) {
    plan.add(new Planned(at, numbers++, kind, run.command.run(), null, run.planNumber));
  }

  private long scaled(long millis) {
    return speed == 1 ? millis : (long) (millis / speed);
  }

  /// Lets everything happen up to and including `now`; what the cluster says about it, in order.
  public List<Observation> happenUntil(Instant now) {
    List<Observation> said = new ArrayList<>();
    Planned next = plan.peek();
    while (next != null && !next.at().isAfter(now)) {
      plan.poll();
      happen(next, said);
      next = plan.peek();
    }
    return said;
  }

  private void happen(Planned event, List<Observation> said) {
    switch (event.kind()) {
      case START -> start(event, said);
      case END -> end(event, said);
      case GONE -> gone(event, said);
      case NODE_LOST -> nodeLost(event);
      case NODE_DOWN -> nodeDown(event, said);
      case NODE_UP -> nodeUp(event, said);
    }
  }

  private @Nullable SimulatedRun current(Planned event) {
    SimulatedRun run = event.run() == null ? null : runs.get(event.run());
    return run == null || run.planNumber != event.turn() ? null : run;
  }

  private void start(Planned event, List<Observation> said) {
    SimulatedRun run = event.run() == null ? null : runs.get(event.run());
    if (run == null || run.isCutBefore(event.at())) {
      return;
    }
    run.startedAt = event.at();
    said.add(new Observation.RunStarted(run.command.run(), event.at()));
    if (run.cutAt == null) {
      SimulatedRun.End end = story(run);
      run.end(end);
      add(end.at(), Kind.END, run);
    }
  }

  /// How it ends if nobody stops it and its nodes hold.
  private SimulatedRun.End story(SimulatedRun run) {
    JobSpec.Simulation simulation = simulation(run.command);
    long work = Math.max(0, scaled(simulation.runMillis()) - run.command.savedMillis());
    Dice dice = new Dice(settings.seed(), run.command.run().value(), "failure");
    if (dice.hits(settings.podFailurePerMillion())) {
      return new SimulatedRun.End(
          run.startsAt.plusMillis(dice.upTo(work)),
          RunOutcome.FAILED,
          1,
          "A worker ended with exit code 1.");
    }
    boolean good = simulation.exitCode() == 0;
    return new SimulatedRun.End(
        run.startsAt.plusMillis(work),
        good ? RunOutcome.SUCCEEDED : RunOutcome.FAILED,
        simulation.exitCode(),
        good ? "" : "Ended with exit code %d.".formatted(simulation.exitCode()));
  }

  private void end(Planned event, List<Observation> said) {
    SimulatedRun run = current(event);
    if (run == null) {
      return;
    }
    run.endedAt = event.at();
    run.endIsSaid = true;
    sayCheckpoint(run, event.at(), said);
    said.add(ended(run, event.at()));
    boolean stopped = run.outcome == RunOutcome.STOPPED;
    long delay = stopped ? 0 : simulation(run.command).stopDelayMillis();
    add(event.at().plusMillis(scaled(delay)), Kind.GONE, run);
  }

  private static Observation ended(SimulatedRun run, Instant at) {
    return new Observation.RunEnded(run.command.run(), at, run.outcome, run.exitCode, run.message);
  }

  /// Checkpoints are told when they begin to matter: the last one before an early end.
  private void sayCheckpoint(SimulatedRun run, Instant endedAt, List<Observation> said) {
    long every = scaled(run.command.spec().checkpointEveryMillis());
    if (every == 0 || run.startedAt == null || run.outcome == RunOutcome.SUCCEEDED) {
      return;
    }
    long whole = Duration.between(run.startedAt, endedAt).toMillis() / every;
    if (whole > 0) {
      run.checkpointAt = run.startedAt.plusMillis(whole * every);
      said.add(new Observation.RunCheckpointed(run.command.run(), run.checkpointAt));
    }
  }

  private void gone(Planned event, List<Observation> said) {
    SimulatedRun run = event.run() == null ? null : runs.get(event.run());
    if (event.run() != null && (run == null || run.planNumber == event.turn())) {
      said.add(new Observation.RunGone(event.run(), event.at()));
    }
    if (run != null && run.planNumber == event.turn()) {
      run.goneAt = event.at();
      forget(run);
    }
  }

  /// A run whose end may not have been heard of is kept, to be told again.
  private void forget(SimulatedRun run) {
    runs.remove(run.command.run());
    if (settings.lostMessagePerMillion() == 0) {
      return;
    }
    gone.put(run.command.run(), run);
    if (gone.size() > REMEMBERED_MAX) {
      gone.pollFirstEntry();
    }
  }

  private void nodeLost(Planned event) {
    SimulatedRun run = event.run() == null ? null : runs.get(event.run());
    boolean alive = run != null && (run.endedAt == null || run.endedAt.isAfter(event.at()));
    if (run != null && alive) {
      run.planNumber += 1_000_000;
      run.cutAt = event.at();
      String why = "Node %s failed.".formatted(event.node());
      run.end(new SimulatedRun.End(event.at(), RunOutcome.NODE_FAILED, 137, why));
      add(event.at(), Kind.END, run);
    }
  }

  private void nodeDown(Planned event, List<Observation> said) {
    NodeRef node = event.node();
    if (node == null) {
      return;
    }
    said.add(new Observation.NodeHealth(node, event.at(), false));
    Instant up = nodeFaults.nextAt(node, event.at()).up();
    plan.add(new Planned(up, numbers++, Kind.NODE_UP, null, node, 0));
  }

  private void nodeUp(Planned event, List<Observation> said) {
    NodeRef node = event.node();
    if (node != null) {
      said.add(new Observation.NodeHealth(node, event.at(), true));
      planFailure(node, event.at());
    }
  }

  /// All that is known of runs and nodes, as if it were said for the first time.
  public List<Observation> everything(Instant now) {
    List<Observation> said = new ArrayList<>();
    for (NodeRef node : watched) {
      NodeFaults.Health health = nodeFaults.healthAt(node, now);
      said.add(new Observation.NodeHealth(node, health.since(), health.ready()));
    }
    gone.values().forEach(run -> sayAll(run, now, said));
    runs.values().forEach(run -> sayAll(run, now, said));
    return said;
  }

  private static void sayAll(SimulatedRun run, Instant now, List<Observation> said) {
    RunId id = run.command.run();
    if (run.startedAt != null) {
      said.add(new Observation.RunStarted(id, run.startedAt));
    }
    if (run.checkpointAt != null) {
      said.add(new Observation.RunCheckpointed(id, run.checkpointAt));
    }
    if (run.endedAt != null && run.endIsSaid && !run.endedAt.isAfter(now)) {
      said.add(ended(run, run.endedAt));
    }
    if (run.goneAt != null) {
      said.add(new Observation.RunGone(id, run.goneAt));
    }
  }
}
