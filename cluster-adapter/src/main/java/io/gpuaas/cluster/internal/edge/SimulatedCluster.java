package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.cluster.internal.engine.ClusterModel;
import io.gpuaas.cluster.internal.engine.MessageFaults;
import io.gpuaas.cluster.internal.engine.SimulatedLog;
import io.gpuaas.cluster.internal.engine.SimulatedUse;
import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunLog;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The [ClusterModel] as a cluster: on virtual time it moves when the driver says so, on real time
/// a thread of its own waits for what comes next.
public final class SimulatedCluster implements ClusterPort, VirtualTimeParticipant {
  private final String name;
  private final ClusterModel model;
  private final MessageFaults faults;
  private final ObservationSink sink;
  private final InstantSource clock;
  private final SimulatedLog log;
  private final SimulatedUse use;
  private final ReentrantLock turn = new ReentrantLock();
  private final Condition changed = turn.newCondition();
  private boolean closed;

  public SimulatedCluster(
      String name,
      SimulationSettings settings,
      double speed,
      ObservationSink sink,
      InstantSource clock) {
    this.name = name;
    this.model = new ClusterModel(settings, speed);
    this.faults = new MessageFaults(settings);
    this.log = new SimulatedLog(settings.seed());
    this.use = new SimulatedUse(settings.seed(), speed);
    this.sink = sink;
    this.clock = clock;
  }

  @Override
  public String cluster() {
    return name;
  }

  /// Lets nodes fail from `from` on, as the settings say.
  public void watchNodes(List<NodeRef> nodes, Instant from) {
    turn.lock();
    try {
      model.watchNodes(nodes, from);
      changed.signalAll();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void send(List<RunCommand> commands) {
    turn.lock();
    try {
      commands.forEach(model::take);
      changed.signalAll();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void requestResync() {
    List<Observation> said;
    turn.lock();
    try {
      said = model.everything(clock.instant());
    } finally {
      turn.unlock();
    }
    List<Observation> arriving = arriving(said);
    if (!arriving.isEmpty()) {
      sink.repeated(name, arriving);
    }
  }

  @Override
  public boolean losesMessages() {
    return faults.lose();
  }

  /// Faults number the messages, so one thread at a time asks them.
  private List<Observation> arriving(List<Observation> said) {
    turn.lock();
    try {
      return faults.arriving(said);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public RunLog log(RunLog.Question question) {
    return log.answer(question);
  }

  @Override
  public RunUse use(RunUse.Question question) {
    return use.answer(question);
  }

  @Override
  public @Nullable Instant nextEventAt() {
    turn.lock();
    try {
      return model.nextEventAt();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void happenUntil(Instant now) {
    List<Observation> said;
    turn.lock();
    try {
      said = model.happenUntil(now);
    } finally {
      turn.unlock();
    }
    List<Observation> arriving = arriving(said);
    if (!arriving.isEmpty()) {
      sink.observed(name, arriving);
    }
  }

  /// Runs on real time in a thread of its own until [#close] is called.
  public Thread start() {
    return Thread.ofPlatform().daemon().name("cluster-" + name).start(this::live);
  }

  private void live() {
    try {
      while (awaitNext()) {
        happenUntil(clock.instant());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean awaitNext() throws InterruptedException {
    turn.lockInterruptibly();
    try {
      while (!closed) {
        Instant next = model.nextEventAt();
        Instant now = clock.instant();
        if (next == null) {
          changed.await();
        } else if (next.isAfter(now)) {
          changed.awaitNanos(java.time.Duration.between(now, next).toNanos());
        } else {
          return true;
        }
      }
      return false;
    } finally {
      turn.unlock();
    }
  }

  public void close() {
    turn.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      turn.unlock();
    }
  }
}
