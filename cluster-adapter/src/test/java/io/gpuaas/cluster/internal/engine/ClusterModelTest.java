package io.gpuaas.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.RunCommand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterModelTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END_OF_TIME = T0.plusSeconds(10_000_000);
  private static final NodeRef NODE = new NodeRef("east", "n1");

  @Test
  void playsARunToItsEnd() {
    ClusterModel model = new ClusterModel(SimulationSettings.EXACT, 1);
    model.take(ensure("r1", 0, 60, 4, 2, 0));
    assertThat(model.happenUntil(END_OF_TIME))
        .containsExactly(
            new Observation.RunStarted(run("r1"), at(4)),
            new Observation.RunEnded(run("r1"), at(64), RunOutcome.SUCCEEDED, 0, ""),
            new Observation.RunGone(run("r1"), at(66)));
  }

  @Test
  void goesOnFromTheWorkThatWasSaved() {
    ClusterModel model = new ClusterModel(SimulationSettings.EXACT, 1);
    model.take(ensure("r1", 0, 60, 0, 0, 45));
    assertThat(model.happenUntil(at(15)).getLast())
        .isEqualTo(new Observation.RunGone(run("r1"), at(15)));
  }

  @Test
  void aStopEndsItAndTheLastCheckpointIsTold() {
    ClusterModel model = new ClusterModel(SimulationSettings.EXACT, 1);
    model.take(ensure("r1", 0, 600, 0, 5, 0));
    model.happenUntil(at(100));
    model.take(new RunCommand.StopRun(run("r1"), 2, at(100), 30));
    assertThat(model.happenUntil(END_OF_TIME))
        .containsExactly(
            new Observation.RunCheckpointed(run("r1"), at(90)),
            new Observation.RunEnded(run("r1"), at(105), RunOutcome.STOPPED, 143, ""),
            new Observation.RunGone(run("r1"), at(105)));
  }

  @Test
  void stoppingWhatNeverWasHereIsAnsweredWithGone() {
    ClusterModel model = new ClusterModel(SimulationSettings.EXACT, 1);
    model.take(new RunCommand.StopRun(run("r9"), 2, at(3), 30));
    assertThat(model.happenUntil(END_OF_TIME))
        .containsExactly(new Observation.RunGone(run("r9"), at(3)));
  }

  @Test
  void aFailedNodeTakesItsRunsWithIt() {
    SimulationSettings failing =
        new SimulationSettings(5, 0, 0, 1000, 0, 0, 0, 0, 3_600_000, 600_000);
    ClusterModel model = new ClusterModel(failing, 1);
    model.watchNodes(List.of(NODE), T0);
    model.take(ensure("r1", 0, 9_000_000, 0, 0, 0));
    List<Observation> said = model.happenUntil(at(100_000));
    Observation.NodeHealth down =
        (Observation.NodeHealth)
            said.stream().filter(Observation.NodeHealth.class::isInstance).findFirst().get();
    assertThat(down.ready()).isFalse();
    assertThat(said)
        .contains(
            new Observation.RunEnded(
                run("r1"), down.at(), RunOutcome.NODE_FAILED, 137, "Node east/n1 failed."))
        .contains(new Observation.NodeHealth(NODE, down.at().plusSeconds(600), true));
  }

  @Test
  void timeGoesForwardOnly() {
    for (double speed : new double[] {0, -1, Double.NaN}) {
      assertThatThrownBy(() -> new ClusterModel(SimulationSettings.EXACT, speed))
          .hasMessage("speed (%s) must be above 0.", speed);
    }
    assertThat(new ClusterModel(SimulationSettings.EXACT, 1).nextEventAt()).isNull();
  }

  @Test
  void aFastClusterNeedsLessTime() {
    ClusterModel model = new ClusterModel(SimulationSettings.EXACT, 2);
    model.take(ensure("r1", 0, 60, 4, 2, 0));
    assertThat(model.nextEventAt()).isEqualTo(at(2));
    assertThat(model.happenUntil(END_OF_TIME).getLast())
        .isEqualTo(new Observation.RunGone(run("r1"), at(33)));
  }

  @Test
  void aJobWithoutWishesIsPlayedAsTheClusterIsSet() {
    SimulationSettings slow = new SimulationSettings(1, 4_000, 3_000, 60_000, 0, 0, 0, 0, 0, 0);
    ClusterModel model = new ClusterModel(slow, 1);
    model.take(plain("r1"));
    assertThat(model.happenUntil(END_OF_TIME))
        .containsExactly(
            new Observation.RunStarted(run("r1"), at(4)),
            new Observation.RunEnded(run("r1"), at(64), RunOutcome.SUCCEEDED, 0, ""),
            new Observation.RunGone(run("r1"), at(67)));
  }

  @Test
  void failuresOfPodsAndExitCodesAreToldWithTheirSentence() {
    ClusterModel model = new ClusterModel(settings(1_000_000, 0, 0), 1);
    model.take(ensure("r1", 0, 60, 0, 0, 0));
    assertThat(model.happenUntil(END_OF_TIME))
        .filteredOn(Observation.RunEnded.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            Observation.RunEnded.class,
            it -> {
              assertThat(it.outcome()).isEqualTo(RunOutcome.FAILED);
              assertThat(it.message()).isEqualTo("A worker ended with exit code 1.");
              assertThat(it.at()).isBetween(T0, at(60));
            });
    ClusterModel exits = new ClusterModel(SimulationSettings.EXACT, 1);
    exits.take(ensure("r1", 0, new JobSpec.Simulation(60_000, 0, 0, 3), 0));
    assertThat(exits.happenUntil(END_OF_TIME))
        .contains(
            new Observation.RunEnded(
                run("r1"), at(60), RunOutcome.FAILED, 3, "Ended with exit code 3."));
  }

  @Test
  void aSlowStopTakesTenTimesAsLong() {
    ClusterModel model = new ClusterModel(settings(0, 1_000_000, 0), 1);
    model.take(ensure("r1", 0, 600, 0, 5, 0));
    model.take(new RunCommand.StopRun(run("r1"), 2, at(100), 30));
    assertThat(model.happenUntil(END_OF_TIME))
        .contains(new Observation.RunEnded(run("r1"), at(150), RunOutcome.STOPPED, 143, ""));
  }

  @Test
  void aStopThatComesBeforeTheStartWasPlayedLeavesTheStartInTheStory() {
    ClusterModel model = new ClusterModel(SimulationSettings.EXACT, 1);
    model.take(ensure("r1", 0, 600, 4, 5, 0));
    model.take(new RunCommand.StopRun(run("r1"), 2, at(100), 30));
    model.take(ensure("r2", 0, 600, 4, 5, 0));
    model.take(new RunCommand.StopRun(run("r2"), 2, at(3), 30));
    model.take(ensure("r3", 0, 60, 4, 5, 0));
    model.take(new RunCommand.StopRun(run("r3"), 2, at(64), 30));
    assertThat(model.happenUntil(END_OF_TIME))
        .containsExactly(
            new Observation.RunStarted(run("r1"), at(4)),
            new Observation.RunStarted(run("r3"), at(4)),
            new Observation.RunEnded(run("r2"), at(8), RunOutcome.STOPPED, 143, ""),
            new Observation.RunGone(run("r2"), at(8)),
            new Observation.RunEnded(run("r3"), at(64), RunOutcome.SUCCEEDED, 0, ""),
            new Observation.RunGone(run("r3"), at(69)),
            new Observation.RunCheckpointed(run("r1"), at(94)),
            new Observation.RunEnded(run("r1"), at(105), RunOutcome.STOPPED, 143, ""),
            new Observation.RunGone(run("r1"), at(105)));
  }

  /// Commands that arrive all at once, or each when it was issued: the story is the same.
  @Test
  void theStoryDoesNotDependOnWhenCommandsArrive() {
    SplittableRandom random = new SplittableRandom(11);
    for (int world = 0; world < 300; world++) {
      SimulationSettings settings =
          new SimulationSettings(world, 0, 0, 1000, 200_000, 100_000, 1, 0, 0, 0);
      List<RunCommand> commands = commands(random);
      ClusterModel atOnce = new ClusterModel(settings, 1);
      commands.forEach(atOnce::take);
      List<Observation> saidAtOnce = atOnce.happenUntil(END_OF_TIME);
      ClusterModel inTime = new ClusterModel(settings, 1);
      List<Observation> saidInTime = new ArrayList<>();
      commands.sort(Comparator.comparing(RunCommand::issuedAt));
      for (RunCommand command : commands) {
        saidInTime.addAll(inTime.happenUntil(command.issuedAt()));
        inTime.take(command);
      }
      saidInTime.addAll(inTime.happenUntil(END_OF_TIME));
      assertThat(saidInTime).as("world %d", world).containsExactlyInAnyOrderElementsOf(saidAtOnce);
    }
  }

  @Test
  void olderAndRepeatedCommandsChangeNothing() {
    ClusterModel model = new ClusterModel(settings(0, 0, 1), 1);
    model.take(ensure("r1", 0, 600, 0, 5, 0));
    model.take(ensure("r1", 50, 1, 0, 0, 0));
    model.take(new RunCommand.StopRun(run("r1"), 3, at(100), 30));
    model.take(new RunCommand.StopRun(run("r1"), 2, at(10), 30));
    List<Observation> said = model.happenUntil(END_OF_TIME);
    assertThat(said)
        .contains(new Observation.RunEnded(run("r1"), at(105), RunOutcome.STOPPED, 143, ""));
    model.take(new RunCommand.StopRun(run("r1"), 4, at(200), 30));
    model.take(new RunCommand.RemoveRun(run("r1"), 5, at(200)));
    model.take(ensure("r1", 300, 1, 0, 0, 0));
    assertThat(model.happenUntil(END_OF_TIME)).isEmpty();
  }

  @Test
  void aStopAfterTheEndChangesNothing() {
    ClusterModel model = new ClusterModel(SimulationSettings.EXACT, 1);
    model.take(ensure("r1", 0, 60, 0, 30, 0));
    model.happenUntil(at(70));
    model.take(new RunCommand.StopRun(run("r1"), 2, at(65), 30));
    assertThat(model.happenUntil(END_OF_TIME))
        .containsExactly(new Observation.RunGone(run("r1"), at(90)));
  }

  /// Where messages are lost, what has ended is told again, with all that led to it.
  @Test
  void everythingIsToldAgainWhenAsked() {
    ClusterModel model = new ClusterModel(settings(0, 0, 1), 1);
    model.take(ensure("r1", 0, 600, 0, 5, 0));
    model.take(ensure("r2", 0, 900, 4, 0, 0));
    model.happenUntil(at(50));
    model.take(new RunCommand.StopRun(run("r1"), 2, at(100), 30));
    model.happenUntil(at(200));
    assertThat(model.everything(at(200)))
        .containsExactly(
            new Observation.RunStarted(run("r1"), T0),
            new Observation.RunCheckpointed(run("r1"), at(90)),
            new Observation.RunEnded(run("r1"), at(105), RunOutcome.STOPPED, 143, ""),
            new Observation.RunGone(run("r1"), at(105)),
            new Observation.RunStarted(run("r2"), at(4)));
    ClusterModel faithful = new ClusterModel(SimulationSettings.EXACT, 1);
    faithful.take(ensure("r1", 0, 60, 0, 0, 0));
    faithful.happenUntil(at(200));
    assertThat(faithful.everything(at(200))).isEmpty();
  }

  @Test
  void onlySoManyOfThoseThatAreGoneAreRemembered() {
    ClusterModel model = new ClusterModel(settings(0, 0, 1), 1);
    for (int i = 0; i < 10_001; i++) {
      model.take(ensure("r%05d".formatted(i), i, 0, 0, 0, 0));
    }
    model.happenUntil(END_OF_TIME);
    List<Observation> told = model.everything(END_OF_TIME);
    assertThat(told).hasSize(3 * 10_000);
    assertThat(told.getFirst()).isEqualTo(new Observation.RunStarted(run("r00001"), at(1)));
  }

  /// Each change that is told is what somebody sees who asks right after it.
  @Test
  void healthIsTheSameToldAndAsked() {
    SimulationSettings failing = new SimulationSettings(5, 0, 0, 0, 0, 0, 0, 0, 3_600_000, 600_000);
    ClusterModel model = new ClusterModel(failing, 1);
    model.watchNodes(List.of(NODE), T0);
    model.watchNodes(List.of(NODE), T0);
    Observation last = null;
    for (int hour = 1; hour < 200; hour++) {
      List<Observation> said = model.happenUntil(at(hour * 1_000L));
      last = said.isEmpty() ? last : said.getLast();
      List<Observation> asked = model.everything(at(hour * 1_000L));
      assertThat(asked).hasSize(1);
      if (last != null) {
        assertThat(asked).as("after %d s", hour * 1_000).containsExactly(last);
      }
    }
    assertThat(last).isNotNull();
    ClusterModel sound = new ClusterModel(SimulationSettings.EXACT, 1);
    sound.watchNodes(List.of(NODE), T0);
    assertThat(sound.everything(at(1))).isEmpty();
  }

  /// It was over before its node failed.
  @Test
  void aRunThatHasEndedIsNotLostWithItsNode() {
    SimulationSettings failing = new SimulationSettings(5, 0, 0, 0, 0, 0, 0, 0, 3_600_000, 600_000);
    ClusterModel model = new ClusterModel(failing, 1);
    model.take(ensure("r1", 0, 1, 0, 9_000, 0));
    assertThat(model.happenUntil(END_OF_TIME))
        .filteredOn(Observation.RunEnded.class::isInstance)
        .containsExactly(new Observation.RunEnded(run("r1"), at(1), RunOutcome.SUCCEEDED, 0, ""));
  }

  private static SimulationSettings settings(int podFailures, int slowStops, int lost) {
    return new SimulationSettings(1, 0, 0, 1000, podFailures, slowStops, lost, 0, 0, 0);
  }

  /// What a restart relies on: commands sent again to an empty memory tell the same story.
  @Test
  void tellsTheSameStoryAgainAfterLosingItsMemory() {
    SplittableRandom random = new SplittableRandom(7);
    for (int world = 0; world < 300; world++) {
      SimulationSettings settings =
          new SimulationSettings(world, 0, 0, 1000, 200_000, 100_000, 0, 0, 0, 0);
      List<RunCommand> commands = commands(random);
      ClusterModel first = new ClusterModel(settings, 1);
      commands.forEach(first::take);
      ClusterModel second = new ClusterModel(settings, 1);
      commands.forEach(second::take);
      commands.forEach(second::take);
      assertThat(second.happenUntil(END_OF_TIME))
          .as("world %d", world)
          .isEqualTo(first.happenUntil(END_OF_TIME));
    }
  }

  private static List<RunCommand> commands(SplittableRandom random) {
    List<RunCommand> commands = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int issued = random.nextInt(100);
      String id = "r" + i;
      commands.add(
          ensure(id, issued, random.nextInt(100), random.nextInt(5), random.nextInt(5), 0));
      if (random.nextBoolean()) {
        int stop = issued + random.nextInt(50);
        commands.add(new RunCommand.StopRun(run(id), 2, at(stop), 30));
      }
    }
    return commands;
  }

  private static RunId run(String id) {
    return new RunId(id);
  }

  private static Instant at(long seconds) {
    return T0.plusSeconds(seconds);
  }

  private static RunCommand.EnsureRun ensure(
      String id, int issuedAt, int runs, int startDelay, int stopDelay, int saved) {
    return ensure(
        id,
        issuedAt,
        new JobSpec.Simulation(runs * 1000L, startDelay * 1000L, stopDelay * 1000L, 0),
        saved);
  }

  // NullAway does not see the annotation of a nested type in a class file.
  @SuppressWarnings("NullAway")
  private static RunCommand.EnsureRun plain(String id) {
    return ensure(id, 0, null, 0);
  }

  @SuppressWarnings("NullAway")
  private static RunCommand.EnsureRun ensure(
      String id, int issuedAt, JobSpec.@Nullable Simulation simulation, int saved) {
    PodSet workers = PodSet.of("workers", 1, ResourceAmounts.of(Resources.GPU, 8));
    JobSpec spec =
        new JobDraft("image", workers)
            .checkpointEveryMillis(30_000)
            .maxAttempts(3)
            .simulation(simulation)
            .spec();
    PodSetAssignment assignment =
        new PodSetAssignment(
            "workers",
            1,
            Collections.emptySortedMap(),
            List.of(new PodSetAssignment.NodeShare(NODE, 1)));
    return new RunCommand.EnsureRun(
        run(id),
        1,
        at(issuedAt),
        new JobId("job_" + id),
        "job",
        "team",
        List.of(workers),
        List.of(assignment),
        spec,
        saved * 1000L,
        false);
  }
}
