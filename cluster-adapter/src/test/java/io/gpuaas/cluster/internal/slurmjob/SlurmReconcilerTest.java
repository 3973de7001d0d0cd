package io.gpuaas.cluster.internal.slurmjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.slurmjob.SlurmReconciler.Deed;
import io.gpuaas.cluster.internal.slurmjob.SlurmReconciler.Next;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One run and its Slurm job, in every state that the two can be in.
class SlurmReconcilerTest {
  private static final RunId RUN = new RunId("run_1");
  private static final Instant NOW = Instant.ofEpochSecond(1_000);
  private static final Instant STARTED = Instant.ofEpochSecond(100);
  private static final Instant ENDED = Instant.ofEpochSecond(160);
  private static final Said RUNNING = new Said(true, true, false, false);
  private static final RunCommand STOP = new RunCommand.StopRun(RUN, 2, NOW, 30);
  private static final RunCommand REMOVE = new RunCommand.RemoveRun(RUN, 3, NOW);

  private static RunCommand ensure(boolean started) {
    return Submissions.ensure("run_1", started);
  }

  private static SlurmJob job(String state, @Nullable Instant started, @Nullable Instant ended) {
    return new SlurmJob(
        17, "run_1", new TreeSet<>(List.of(state)), started, ended, 3, "Priority", "n1");
  }

  private static Next next(RunCommand command, @Nullable SlurmJob job, Said said) {
    return SlurmReconciler.next(command, job, said, NOW);
  }

  private static Observation ended(Instant at, RunOutcome outcome, int code, String message) {
    return new RunEnded(RUN, at, outcome, code, message);
  }

  @Test
  void aRunWithoutAJobIsSubmittedOnce() {
    assertThat(next(ensure(false), null, Said.NOTHING))
        .isEqualTo(new Next(Deed.SUBMIT, List.of(), Said.NOTHING));
    assertThat(next(ensure(false), job("PENDING", null, null), Said.NOTHING))
        .isEqualTo(new Next(Deed.NOTHING, List.of(), new Said(true, false, false, false)));
  }

  @Test
  void aJobThatIsGoneHasFailed() {
    Observation failed = ended(NOW, RunOutcome.FAILED, -1, "Slurm does not know its job any more.");
    Said after = new Said(true, false, true, false);
    assertThat(next(ensure(false), null, new Said(true, false, false, false)))
        .isEqualTo(new Next(Deed.NOTHING, List.of(failed), after));
    assertThat(next(ensure(true), null, Said.NOTHING).observations()).containsExactly(failed);
    assertThat(next(ensure(true), null, after)).isEqualTo(new Next(Deed.NOTHING, List.of(), after));
  }

  @Test
  void theStartIsToldOnce() {
    SlurmJob running = job("RUNNING", STARTED, null);
    Next first = next(ensure(false), running, Said.NOTHING);
    assertThat(first)
        .isEqualTo(new Next(Deed.NOTHING, List.of(new RunStarted(RUN, STARTED)), RUNNING));
    assertThat(next(ensure(false), running, first.said()).observations()).isEmpty();
    assertThat(next(ensure(false), job("RUNNING", null, null), Said.NOTHING).observations())
        .isEmpty();
    assertThat(next(ensure(false), job("COMPLETING", STARTED, null), Said.NOTHING).observations())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, SUCCEEDED, 0, ''",
    "NODE_FAIL, NODE_FAILED, 143, Slurm ended it: NODE_FAIL.",
    "TIMEOUT, FAILED, 3, 'Slurm job 17: TIMEOUT, exit code 3.'",
    "CANCELLED, FAILED, -1, It was cancelled in Slurm.",
  })
  void anEndIsToldAsWhatItIs(String state, RunOutcome outcome, int code, String message) {
    Next next = next(ensure(false), job(state, STARTED, ENDED), RUNNING);
    assertThat(next)
        .isEqualTo(
            new Next(
                Deed.NOTHING,
                List.of(ended(ENDED, outcome, code, message)),
                new Said(true, true, true, false)));
    assertThat(next(ensure(false), job(state, STARTED, ENDED), next.said()).observations())
        .isEmpty();
  }

  @Test
  void aFailureWithoutACodeAndATimeIsStillOne() {
    SlurmJob job =
        new SlurmJob(17, "run_1", new TreeSet<>(List.of("FAILED")), null, null, 0, "", "");
    assertThat(next(ensure(false), job, Said.NOTHING).observations())
        .containsExactly(
            ended(Submissions.ISSUED, RunOutcome.FAILED, -1, "Slurm job 17: FAILED, exit code 0."));
  }

  @Test
  void aRunThatWasOverBeforeItWasSeenHasBothBeginningAndEnd() {
    assertThat(next(ensure(false), job("COMPLETED", STARTED, ENDED), Said.NOTHING).observations())
        .containsExactly(new RunStarted(RUN, STARTED), ended(ENDED, RunOutcome.SUCCEEDED, 0, ""));
  }

  @Test
  void aJobThatWasPutBackIsOverForUs() {
    Observation back =
        ended(NOW, RunOutcome.NODE_FAILED, 143, "Slurm preempted it and put it back: Priority.");
    assertThat(next(ensure(false), job("PENDING", null, null), RUNNING).observations())
        .containsExactly(back);
    assertThat(next(ensure(true), job("PENDING", null, null), Said.NOTHING).observations())
        .containsExactly(back);
  }

  @Test
  void aStopCancelsUntilItIsOverAndThenSaysSo() {
    assertThat(next(STOP, job("RUNNING", STARTED, null), RUNNING))
        .isEqualTo(new Next(Deed.CANCEL, List.of(), RUNNING));
    assertThat(next(STOP, job("PENDING", null, null), Said.NOTHING).deed()).isEqualTo(Deed.CANCEL);
    assertThat(next(STOP, job("COMPLETING", STARTED, null), RUNNING))
        .isEqualTo(new Next(Deed.NOTHING, List.of(), RUNNING));
    assertThat(next(STOP, job("CANCELLED", STARTED, ENDED), RUNNING))
        .isEqualTo(
            new Next(
                Deed.NOTHING,
                List.of(ended(ENDED, RunOutcome.STOPPED, 143, ""), new RunGone(RUN, NOW)),
                new Said(true, true, true, true)));
  }

  /// It may use its grace to end well; what ended before is what it was.
  @ParameterizedTest
  @CsvSource({
    "COMPLETED, 1000, STOPPED, 143, ''",
    "FAILED, 1000, STOPPED, 143, ''",
    "COMPLETED, 999, SUCCEEDED, 0, ''",
    "FAILED, 999, FAILED, 3, 'Slurm job 17: FAILED, exit code 3.'",
    "NODE_FAIL, 1000, NODE_FAILED, 143, Slurm ended it: NODE_FAIL.",
  })
  void whatEndsAfterItWasToldToIsStopped(
      String state, long second, RunOutcome outcome, int code, String message) {
    Instant at = Instant.ofEpochSecond(second);
    RunCommand stop = new RunCommand.StopRun(RUN, 2, NOW.plusMillis(300), 30);
    assertThat(next(stop, job(state, STARTED, at), RUNNING).observations())
        .containsExactly(ended(at, outcome, code, message), new RunGone(RUN, NOW));
  }

  @Test
  void whatIsNotThereIsGone() {
    Next gone = next(STOP, null, RUNNING);
    assertThat(gone.observations())
        .containsExactly(ended(NOW, RunOutcome.STOPPED, 143, ""), new RunGone(RUN, NOW));
    assertThat(next(STOP, null, gone.said()).observations()).isEmpty();
    assertThat(next(STOP, null, new Said(true, true, true, false)).observations())
        .containsExactly(new RunGone(RUN, NOW));
    assertThat(next(REMOVE, null, RUNNING).observations()).containsExactly(new RunGone(RUN, NOW));
  }
}
