package io.gpuaas.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import io.gpuaas.placement.RunCommand.StopRun;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the scheduling loop relies on, the same for every backend. Each has a class of its own that
/// runs this against its real peer.
public abstract class ClusterPortContract {
  protected final Heard heard = new Heard();
  protected final String unique = Long.toString(System.nanoTime(), 36);
  private ClusterPort port;

  /// Connects to the peer; called again after [#disconnect] as after a restart.
  protected abstract ClusterPort connect(Heard sink);

  protected abstract void disconnect(ClusterPort connected);

  /// A gang that runs for `millis`, 0 for ever, and ends with `exitCode`.
  protected abstract EnsureRun gang(String id, long millis, int exitCode);

  /// Checks that the peer has nothing left of the run.
  protected void nothingIsLeft(EnsureRun run) {}

  /// Checks that the pods are where they were placed.
  protected void isWhereItWasPlaced(EnsureRun run) {}

  /// Whether its runs end by themselves.
  protected boolean isFinite() {
    return true;
  }

  protected final ClusterPort port() {
    return port;
  }

  protected final String id(String name) {
    return (name + unique).toUpperCase(Locale.ROOT);
  }

  @BeforeEach
  final void begin() {
    port = connect(heard);
  }

  @AfterEach
  final void end() {
    disconnect(port);
  }

  protected static StopRun stop(EnsureRun run) {
    return new StopRun(run.run(), 2, InstantSource.system().instant(), 2, run.backend());
  }

  private static RemoveRun remove(EnsureRun run, RunEnded ended) {
    return new RemoveRun(run.run(), 2, ended.at(), run.backend());
  }

  private void stopAndAwaitGone(EnsureRun run) {
    port.send(List.of(stop(run)));
    heard.await(run.run(), RunGone.class);
    nothingIsLeft(run);
  }

  @Test
  void runsAGangWhereItWasPlacedAndTellsOfItsLife() {
    EnsureRun run = gang(id("a"), isFinite() ? 2500 : 0, 0);
    port.send(List.of(run));
    RunStarted started = heard.await(run.run(), RunStarted.class);
    isWhereItWasPlaced(run);
    if (!isFinite()) {
      stopAndAwaitGone(run);
      return;
    }
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.at()).isAfterOrEqualTo(started.at());
    port.send(List.of(remove(run, ended)));
    RunGone gone = heard.await(run.run(), RunGone.class);
    assertThat(gone.at()).isAfterOrEqualTo(ended.at());
    assertThat(heard.of(run.run())).hasSize(3);
    nothingIsLeft(run);
  }

  @Test
  void tellsAFailureOfTheProgramWithItsExitCode() {
    if (!isFinite()) {
      return;
    }
    EnsureRun run = gang(id("b"), 300, 17);
    port.send(List.of(run));
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(ended.exitCode()).isEqualTo(17);
    port.send(List.of(remove(run, ended)));
    heard.await(run.run(), RunGone.class);
    nothingIsLeft(run);
  }

  @Test
  void aStopLeavesNothingBehind() {
    EnsureRun run = gang(id("c"), 0, 0);
    port.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    stopAndAwaitGone(run);
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.STOPPED);
  }

  @Test
  void stoppingWhatNeverWasIsAnsweredWithGone() {
    EnsureRun never = gang(id("never"), 0, 0);
    port.send(List.of(stop(never)));
    heard.await(never.run(), RunGone.class);
  }

  @Test
  void aRepeatedCommandChangesNothing() {
    EnsureRun run = gang(id("d"), 0, 0);
    port.send(List.of(run));
    port.send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    port.send(List.of(run));
    stopAndAwaitGone(run);
    assertThat(heard.of(run.run())).filteredOn(RunStarted.class::isInstance).hasSize(1);
  }

  @Test
  void aResyncTellsAgainWhatIsKnown() {
    EnsureRun run = gang(id("e"), 0, 0);
    port.send(List.of(run));
    Observation first = heard.await(run.run(), RunStarted.class);
    port.requestResync();
    Heard.until("it says so again", () -> heard.of(run.run()).size() == 2);
    assertThat(heard.of(run.run())).containsOnly(first);
    stopAndAwaitGone(run);
  }

  @Test
  void afterARestartItIsTakenUpAndNotMadeAgain() {
    EnsureRun run = gang(id("f"), 0, 0);
    port.send(List.of(run));
    Observation first = heard.await(run.run(), RunStarted.class);
    disconnect(port);
    port = connect(heard);
    port.send(List.of(TestRuns.started(run)));
    Heard.until("it says again that it started", () -> heard.of(run.run()).size() == 2);
    assertThat(heard.of(run.run())).containsOnly(first);
    stopAndAwaitGone(run);
  }
}
