package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Random small worlds, several cycles each, with what must hold after every step, and against
/// plain statements of who could have been admitted.
class RandomWorldPropertyTest {
  private static final long SEED = 4_711;
  private static final int WORLDS = 20_000;
  private static final int RACKS = 3;
  private static final int PER_RACK = 2;
  private static final List<String> PROJECTS = List.of("a", "b", "c");

  private final AdmissionCycle cycle = new AdmissionCycle();

  @Test
  void invariantsHoldInEachStepOfEachWorld() {
    for (int i = 0; i < WORLDS; i++) {
      long seed = SEED + i;
      try {
        play(new Random(seed));
      } catch (AssertionError | RuntimeException broken) {
        throw new AssertionError("World of seed " + seed, broken);
      }
    }
  }

  /// A world that is built anew from what the other says of itself decides the same, as long as no
  /// room was cleared: who that belongs to is known to the other alone.
  private void play(Random random) {
    World world = world(random);
    List<String> claims = new ArrayList<>();
    int next = 0;
    for (int step = 0; step < 3; step++) {
      Instant now = START.plusSeconds(1_000 + step * 100L);
      CyclePlan plan = cycle.plan(world, now);
      List<String> text = Plans.text(plan);
      World same = step > 0 ? rebuilt(world) : world;
      assertThat(Plans.text(cycle.plan(same, now))).as("decided again").isEqualTo(text);
      List<WorldChange> changes = checkedChanges(world, plan, now, claims);
      world = world.with(changes);
      checkRoom(world);
      checkRefused(world, now, plan);
      world = world.with(random(random, world, next++, now));
    }
  }

  /// The steps as changes, each checked on the world as the ones before have left it.
  private List<WorldChange> checkedChanges(
      World start, CyclePlan plan, Instant now, List<String> claims) {
    List<WorldChange> changes = new ArrayList<>();
    World world = start;
    for (PlanStep step : plan.steps()) {
      assertThat(cycle.recheck(world, step)).as("recheck %s", step).isEmpty();
      WorldChange change =
          switch (step) {
            case PlanStep.Admit(JobId job, List<PodSetAssignment> assignments, _) -> {
              checkWhole(world, job, assignments);
              yield new WorldChange.Admitted(job, assignments, now);
            }
            case PlanStep.Preempt(JobId job, JobId claimant, PreemptionReason reason) -> {
              checkVictim(world, job, claimant, reason);
              claims.add(job + " for " + claimant);
              yield new WorldChange.Evicting(job, claimant, now);
            }
            case PlanStep.Drain(JobId job, _) -> new WorldChange.Evicting(job, null, now);
            case PlanStep.Reject(JobId job, _) -> new WorldChange.Unqueued(job);
          };
      changes.add(change);
      world = world.with(List.of(change));
    }
    return changes;
  }

  /// No partial gang: each pod set has all its pods, or as many as it may start with.
  private static void checkWhole(World world, JobId job, List<PodSetAssignment> assignments) {
    Workload workload = waiting(world, job);
    assertThat(assignments).hasSize(workload.podSets().size());
    for (int i = 0; i < assignments.size(); i++) {
      PodSet set = workload.podSets().get(i);
      PodSetAssignment assignment = assignments.get(i);
      int pods = assignment.nodes().stream().mapToInt(share -> share.count()).sum();
      assertThat(pods).isEqualTo(assignment.count());
      assertThat(assignment.count()).isBetween(set.minCount(), set.count());
      TopologyRequest request = set.topology();
      if (request != null && request.mode() == TopologyRequest.Mode.REQUIRED) {
        assertThat(assignment.nodes().stream().map(share -> rack(share.node())).distinct())
            .as("racks of %s", job)
            .hasSize(1);
      }
    }
  }

  private static String rack(NodeRef node) {
    return node.name().substring(0, 2);
  }

  private static Workload waiting(World world, JobId job) {
    return world.waiting().stream().filter(it -> it.id().equals(job)).findFirst().orElseThrow();
  }

  /// A victim of the own project has a lower priority; others are over their nominal quota.
  private static void checkVictim(
      World world, JobId victim, JobId claimant, PreemptionReason reason) {
    HeldWorkload held = world.held(victim).orElseThrow();
    assertThat(held.evicting()).isFalse();
    assertThat(held.workload().preemptible()).isTrue();
    Workload taker = waiting(world, claimant);
    if (reason == PreemptionReason.IN_PROJECT) {
      assertThat(held.workload().project()).isEqualTo(taker.project());
      assertThat(held.workload().priority()).isLessThan(taker.priority());
    } else {
      assertThat(held.workload().project()).isNotEqualTo(taker.project());
      QuotaUsage usage = world.usage();
      int project = usage.tree().project(held.workload().project());
      assertThat(usage.used(project, 0)).isGreaterThan(usage.tree().nominal(project, 0));
    }
  }

  /// No node gives more than it has, no project and no cohort uses more than it may.
  private static void checkRoom(World world) {
    for (Node node : world.nodes()) {
      long used = 0;
      for (HeldWorkload held : world.heldOn(node.ref())) {
        used += gpusOn(held, node.ref());
      }
      assertThat(used).as("GPUs of %s", node.ref()).isLessThanOrEqualTo(8);
      assertThat(world.freeGpus(node.ref())).isEqualTo(8 - used);
    }
    QuotaUsage usage = world.usage();
    QuotaTree tree = usage.tree();
    for (int project = 0; project < tree.projectCount(); project++) {
      assertThat(usage.available(project, 0)).as(tree.name(project)).isNotNegative();
      long own = 0;
      for (HeldWorkload held : world.held(tree.name(project))) {
        for (Node node : world.nodes()) {
          own += gpusOn(held, node.ref());
        }
      }
      assertThat(usage.used(project, 0)).as(tree.name(project)).isEqualTo(own);
    }
  }

  private static long gpusOn(HeldWorkload held, NodeRef node) {
    long sum = 0;
    for (int i = 0; i < held.assignments().size(); i++) {
      long perPod = held.workload().podSets().get(i).requests().of(Resources.GPU);
      for (PodSetAssignment.NodeShare share : held.assignments().get(i).nodes()) {
        sum += share.node().equals(node) ? share.count() * perPod : 0;
      }
    }
    return sum;
  }

  /// Whoever still waits, is not promised room, and has a queue that lets it pass, could not have
  /// been admitted into what is free now. Each has a reason.
  private void checkRefused(World world, Instant now, CyclePlan plan) {
    boolean clearing = world.held().stream().anyMatch(HeldWorkload::evicting);
    boolean dropped = plan.steps().stream().anyMatch(step -> step instanceof PlanStep.Reject);
    for (Workload workload : world.waiting()) {
      if (!clearing && !dropped) {
        assertThat(fitsNow(world, workload)).as("%s could be admitted", workload.id()).isFalse();
      }
    }
    cycle
        .explainAll(world, now)
        .forEach((job, reasons) -> assertThat(reasons).as("reasons of %s", job).isNotEmpty());
  }

  private static boolean fitsNow(World world, Workload workload) {
    PodSet set = workload.podSets().getFirst();
    QuotaUsage usage = world.usage();
    int project = usage.tree().project(workload.project());
    long perPod = set.requests().of(Resources.GPU);
    if (perPod * set.minCount() > usage.available(project, 0)) {
      return false;
    }
    TreeMap<String, Long> podsByRack = new TreeMap<>();
    long all = 0;
    for (Node node : world.nodes()) {
      long pods = node.ready() ? world.freeGpus(node.ref()) / perPod : 0;
      podsByRack.merge(rack(node.ref()), pods, Long::sum);
      all += pods;
    }
    TopologyRequest request = set.topology();
    boolean oneRack = request != null && request.mode() == TopologyRequest.Mode.REQUIRED;
    long most = oneRack ? podsByRack.values().stream().mapToLong(it -> it).max().orElse(0) : all;
    return most >= set.minCount();
  }

  /// Least fragmentation weighs each place, which takes its time: fewer worlds of it.
  private static PlacementStrategy placement(Random random) {
    if (random.nextInt(4) == 0) {
      return PlacementStrategy.SPREAD;
    }
    return random.nextInt(10) == 0 ? PlacementStrategy.LEAST_FRAGMENTATION : PlacementStrategy.PACK;
  }

  private static World rebuilt(World world) {
    return World.of(
            world.config(),
            world.policy(),
            world.nodes(),
            world.held(),
            world.waiting(),
            world.memory())
        .with(List.of(new WorldChange.MixLearnt(world.mix())));
  }

  private static World world(Random random) {
    WorldBuilder builder = new WorldBuilder().topology("rack", "kubernetes.io/hostname");
    SchedulingPolicy plain = SchedulingPolicy.DEFAULT;
    builder.policy(
        new SchedulingPolicy(
            random.nextInt(3) == 0,
            plain.preemptionStrategies(),
            placement(random),
            0,
            random.nextBoolean()));
    for (int rack = 0; rack < RACKS; rack++) {
      for (int node = 0; node < PER_RACK; node++) {
        String name = "r%dn%d".formatted(rack, node);
        builder.node(name, 8, Map.of("rack", "r" + rack, "kubernetes.io/hostname", name));
      }
    }
    for (String project : PROJECTS) {
      builder.project(project, random.nextInt(4) * 8L, limit(random), limit(random), 1000);
    }
    int jobs = 2 + random.nextInt(8);
    for (int i = 0; i < jobs; i++) {
      builder.waits(workload(random, "j" + i, i));
    }
    return builder.build();
  }

  private static @org.jspecify.annotations.Nullable Long limit(Random random) {
    return random.nextInt(3) == 0 ? (Long) (random.nextInt(3) * 8L) : null;
  }

  private static Workload workload(Random random, String id, long submitSeconds) {
    long gpus = 1L << random.nextInt(4);
    int count = 1 + random.nextInt(4);
    PodSet set = PodSet.of("main", count, ResourceAmounts.of(Resources.GPU, gpus));
    if (random.nextInt(4) == 0) {
      set = WorldBuilder.shrinking(set, 1 + random.nextInt(count));
    }
    switch (random.nextInt(4)) {
      case 0 -> set = set.withTopology(TopologyRequest.required("rack"));
      case 1 -> set = set.withTopology(TopologyRequest.preferred("rack"));
      default -> {}
    }
    String project = PROJECTS.get(random.nextInt(PROJECTS.size()));
    return job(id, project, random.nextInt(3) * 10, submitSeconds, set);
  }

  /// Jobs end or come, evicted ones are gone, a node fails or returns.
  private static List<WorldChange> random(Random random, World world, int round, Instant now) {
    List<WorldChange> changes = new ArrayList<>();
    for (HeldWorkload held : world.held()) {
      if (held.evicting() ? random.nextBoolean() : random.nextInt(4) == 0) {
        changes.add(new WorldChange.Released(held.workload().id(), now));
        if (held.evicting()) {
          changes.add(new WorldChange.Queued(held.workload()));
        }
      }
    }
    for (int i = 0; i < random.nextInt(4); i++) {
      String id = "k%d-%d".formatted(round, i);
      changes.add(
          new WorldChange.Queued(
              workload(random, id, now.getEpochSecond() - START.getEpochSecond())));
    }
    return changes;
  }
}
