package io.gpuaas.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.fixtures.FleetLedger;
import io.gpuaas.placement.fixtures.RandomFleet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Fleets with all that nodes, devices and pods can have, through several cycles with changes in
/// between: nothing is given twice, gangs are whole, each step holds when it is looked at again,
/// and a world that is built anew decides the same.
class RandomFleetPropertyTest {
  private static final long SEED = 60_606;
  private static final int FLEETS = 3_000;
  private static final int ROUNDS = 5;

  private final AdmissionCycle cycle = new AdmissionCycle();
  private int admitted;
  private int preempted;

  @Test
  void nothingIsGivenTwiceAndEqualWorldsDecideAlike() {
    for (long seed = SEED; seed < SEED + FLEETS; seed++) {
      try {
        play(new RandomFleet(seed));
      } catch (AssertionError | RuntimeException broken) {
        throw new AssertionError("Fleet of seed " + seed, broken);
      }
    }
    assertThat(admitted).isGreaterThan(4 * FLEETS);
    assertThat(preempted).isGreaterThan(FLEETS / 15);
  }

  private void play(RandomFleet fleet) {
    World world = fleet.world();
    for (int round = 0; round < ROUNDS; round++) {
      Instant now = RandomFleet.START.plusSeconds(1_000 + round * 400L);
      CyclePlan plan = cycle.plan(world, now);
      assertThat(cycle.plan(rebuilt(world), now).steps())
          .as("round %d, built anew", round)
          .isEqualTo(plan.steps());
      world = applied(world, plan, now);
      assertThat(FleetLedger.faults(world)).as("round %d", round).isEmpty();
      explain(world, now);
      world = world.with(changes(fleet, world, now, round));
    }
  }

  private static World rebuilt(World world) {
    return World.ofSite(
            world.config(),
            world.policy(),
            world.nodes(),
            world.held(),
            world.waiting(),
            world.memory())
        .with(List.of(new WorldChange.MixLearnt(world.mix())));
  }

  private World applied(World start, CyclePlan plan, Instant now) {
    World world = start;
    for (PlanStep step : plan.steps()) {
      assertThat(cycle.recheck(world, step)).as("%s", step).isEmpty();
      WorldChange change =
          switch (step) {
            case PlanStep.Admit(JobId job, List<PodSetAssignment> assignments, _) -> {
              checkWhole(world, job, assignments);
              admitted++;
              yield new WorldChange.Admitted(job, assignments, now);
            }
            case PlanStep.Preempt(JobId job, JobId claimant, _) -> {
              preempted++;
              yield new WorldChange.Evicting(job, claimant, now);
            }
            case PlanStep.Drain(JobId job, _) -> new WorldChange.Evicting(job, null, now);
            case PlanStep.Reject(JobId job, _) -> new WorldChange.Unqueued(job);
          };
      world = world.with(List.of(change));
      assertThat(cycle.recheck(world, step)).as("%s once more", step).isPresent();
    }
    return world;
  }

  /// All pods lie somewhere, in one cluster unless the job says otherwise.
  private static void checkWhole(World world, JobId id, List<PodSetAssignment> assignments) {
    Workload job =
        world.waiting().stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
    List<String> clusters = new ArrayList<>();
    for (int i = 0; i < assignments.size(); i++) {
      PodSet set = job.podSets().get(i);
      PodSetAssignment assignment = assignments.get(i);
      assertThat(assignment.count()).isBetween(set.minCount(), set.count());
      int pods = assignment.nodes().stream().mapToInt(share -> share.count()).sum();
      assertThat(pods).isEqualTo(assignment.count());
      assignment.nodes().forEach(share -> clusters.add(share.node().cluster()));
    }
    assertThat(job.spanClusters() || clusters.stream().distinct().count() == 1)
        .as("clusters of %s: %s", id, clusters)
        .isTrue();
  }

  private void explain(World world, Instant now) {
    cycle
        .explainAll(world, now)
        .forEach((job, reasons) -> assertThat(reasons).as("reasons of %s", job).isNotEmpty());
    if (!world.waiting().isEmpty()) {
      JobId first = world.waiting().getFirst().id();
      assertThat(cycle.advise(world, first, now)).hasSameSizeAs(cycle.explain(world, first, now));
      assertThat(cycle.place(world, first, now).isPresent())
          .isNotEqualTo(world.policy().fairSharing());
    }
  }

  private static List<WorldChange> changes(RandomFleet fleet, World world, Instant now, int round) {
    Random random = fleet.random();
    List<WorldChange> changes = new ArrayList<>();
    NodeRef gone = random.nextInt(8) == 0 ? world.nodes().getFirst().ref() : null;
    for (HeldWorkload held : world.held()) {
      JobId id = held.workload().id();
      boolean on = gone != null && world.heldOn(gone).contains(held);
      if (on || (held.evicting() ? random.nextBoolean() : random.nextInt(6) == 0)) {
        changes.add(new WorldChange.Released(id, now));
        if (held.evicting()) {
          changes.add(new WorldChange.Queued(held.workload()));
        }
      } else if (random.nextInt(6) == 0) {
        changes.add(new WorldChange.Checkpointed(id, now));
      }
    }
    if (gone != null) {
      changes.add(new WorldChange.NodeRemoved(gone));
    }
    changes.addAll(repairs(fleet, world));
    if (random.nextInt(4) == 0) {
      Instant drainBy = now.plusSeconds(random.nextInt(800));
      changes.add(
          new WorldChange.ConfigReplaced(fleet.config(round + 2L, drainBy), world.policy()));
    }
    long seconds = now.getEpochSecond() - RandomFleet.START.getEpochSecond();
    for (int i = 0; i < random.nextInt(4); i++) {
      changes.add(new WorldChange.Queued(fleet.job(seconds)));
    }
    return changes;
  }

  /// Nodes come, fail and return; those that nobody is on may change altogether.
  private static List<WorldChange> repairs(RandomFleet fleet, World world) {
    Random random = fleet.random();
    List<WorldChange> changes = new ArrayList<>();
    for (Node node : world.nodes().stream().skip(1).toList()) {
      int number = Integer.parseInt(node.ref().name().substring(1));
      if (world.heldOn(node.ref()).isEmpty() && random.nextInt(8) == 0) {
        changes.add(new WorldChange.NodeSet(fleet.node(number)));
      } else if (random.nextInt(8) == 0) {
        changes.add(new WorldChange.NodeSet(node.withReady(!node.ready())));
      }
    }
    return changes;
  }
}
