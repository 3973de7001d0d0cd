package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The victims chosen lose little more work than the best set there is, found by trying all.
class VictimOptimumPropertyTest {
  private static final int WORLDS = 2_000;
  private static final Instant NOW = START.plusSeconds(100_000);

  /// A job that holds room: GPUs by node, and what its eviction loses.
  private record Running(String id, TreeMap<Integer, Long> gpus, long lost) {}

  private record Small(
      int racks, int perRack, List<Running> running, int pods, long gpus, int level) {}

  @Test
  void losesNoMoreThanTheOptimumInMostWorldsAndLittleMoreInAll() {
    long seed = 20260101L;
    int searched = 0;
    int optimal = 0;
    List<String> bad = new ArrayList<>();
    for (int i = 0; i < WORLDS; i++) {
      Small world = random(new Random(seed + i));
      long best = optimum(world);
      long ours = lostByPlan(world);
      if (best < 0) {
        assertThat(ours).as("seed %d: nobody may be evicted in vain", seed + i).isEqualTo(-1);
      } else if (best > 0) {
        searched++;
        optimal += ours == best ? 1 : 0;
        if (ours < best || ours > best * 1.2) {
          bad.add("seed %d: optimum %d, plan %d".formatted(seed + i, best, ours));
        }
      }
    }
    assertThat(searched).isGreaterThan(WORLDS / 4);
    assertThat(bad).isEmpty();
    assertThat(optimal).isGreaterThanOrEqualTo(searched * 95 / 100);
  }

  private static Small random(Random random) {
    int racks = 1 + random.nextInt(4);
    int perRack = 1 + random.nextInt(4);
    int nodes = racks * perRack;
    long[] free = new long[nodes];
    java.util.Arrays.fill(free, 8);
    List<Running> running = new ArrayList<>();
    int jobs = 2 + random.nextInt(11);
    for (int i = 0; i < jobs; i++) {
      long size = 1L << random.nextInt(4);
      int pods = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
      TreeMap<Integer, Long> gpus = new TreeMap<>();
      for (int pod = 0; pod < pods; pod++) {
        int node = random.nextInt(nodes);
        if (free[node] >= size) {
          free[node] -= size;
          gpus.merge(node, size, Long::sum);
        }
      }
      if (!gpus.isEmpty()) {
        running.add(new Running("v%02d".formatted(i), gpus, 1 + random.nextInt(10_000)));
      }
    }
    long gpus = 1L << (1 + random.nextInt(3));
    int level = random.nextInt(3);
    int pods = 1 + random.nextInt(Math.max(1, level == 1 ? perRack : nodes));
    return new Small(racks, perRack, running, pods, gpus, level);
  }

  /// The least work lost by any set of victims, 0 when nobody needs to go, -1 when nothing helps.
  private static long optimum(Small world) {
    long best = -1;
    int sets = 1 << world.running.size();
    for (int set = 0; set < sets; set++) {
      long lost = 0;
      for (int i = 0; i < world.running.size(); i++) {
        if ((set >> i & 1) == 1) {
          lost += lost(world.running.get(i));
        }
      }
      if ((best < 0 || lost < best) && fits(world, set)) {
        best = lost;
      }
    }
    return best;
  }

  private static long lost(Running job) {
    return job.lost * job.gpus.values().stream().mapToLong(Long::longValue).sum();
  }

  private static boolean fits(Small world, int without) {
    long[] free = new long[world.racks * world.perRack];
    java.util.Arrays.fill(free, 8);
    for (int i = 0; i < world.running.size(); i++) {
      if ((without >> i & 1) == 0) {
        world.running.get(i).gpus.forEach((node, gpus) -> free[node] -= gpus);
      }
    }
    long all = 0;
    long bestRack = 0;
    for (int rack = 0; rack < world.racks; rack++) {
      long inRack = 0;
      for (int node = 0; node < world.perRack; node++) {
        inRack += free[rack * world.perRack + node] / world.gpus;
      }
      all += inRack;
      bestRack = Math.max(bestRack, inRack);
    }
    return (world.level == 1 ? bestRack : all) >= world.pods;
  }

  private static long lostByPlan(Small world) {
    WorldBuilder builder = new WorldBuilder().topology("rack", "host").project("rich", 0);
    for (int node = 0; node < world.racks * world.perRack; node++) {
      String rack = "r" + node / world.perRack;
      builder.node("n" + node, 8, Map.of("rack", rack, "host", "h" + node));
    }
    builder.project("poor", 8L * world.racks * world.perRack);
    for (Running running : world.running) {
      List<PodSet> sets = new ArrayList<>();
      TreeMap<String, String> places = new TreeMap<>();
      int number = 0;
      for (Map.Entry<Integer, Long> share : running.gpus.entrySet()) {
        PodSet plain = pods(1, share.getValue());
        sets.add(PodSet.of("set" + number, 1, plain.requests()));
        places.put("set" + number++, "n" + share.getKey());
      }
      long since = Duration.between(START, NOW).toSeconds() - running.lost;
      builder.holdsSets(job(running.id, "rich", 0, since, sets.toArray(PodSet[]::new)), places);
    }
    PodSet gang = pods(world.pods, world.gpus);
    TopologyRequest request = world.level == 1 ? TopologyRequest.required("rack") : null;
    builder.waits(job("gang", "poor", 0, 50_000, gang.withTopology(request)));
    CyclePlan plan = new AdmissionCycle().plan(builder.build(), NOW);
    long lost = 0;
    boolean useful = false;
    for (PlanStep step : plan.steps()) {
      useful |= step instanceof PlanStep.Admit || step instanceof PlanStep.Preempt;
      if (step instanceof PlanStep.Preempt) {
        for (Running running : world.running) {
          lost += running.id.equals(step.job().value()) ? lost(running) : 0;
        }
      }
    }
    return useful ? lost : -1;
  }
}
