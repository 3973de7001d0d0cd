package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.WaitReason;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.fixtures.WorldBuilder;
import io.gpuaas.quota.PreemptionPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Each change that a waiting job is advised to make is enough: made on the world, the job starts.
class AdvicePropertyTest {
  private static final Instant NOW = START.plusSeconds(6000);
  private static final JobId ASKED = new JobId("asked");
  private static final PreemptionPolicy NEVER =
      new PreemptionPolicy(
          PreemptionPolicy.WithinProject.NEVER,
          PreemptionPolicy.Reclaim.NEVER,
          PreemptionPolicy.Borrow.NEVER,
          null);

  private final AdmissionCycle cycle = new AdmissionCycle();

  /// A world with one waiting job, of which single parts can be changed.
  private record Case(long seed, int extraQuota, @Nullable Integer podCount, String level) {
    World world(List<String> ended) {
      SplittableRandom random = new SplittableRandom(seed);
      WorldBuilder builder =
          new WorldBuilder().topology("block", "rack", "kubernetes.io/hostname").preemption(NEVER);
      for (int i = 0; i < 4; i++) {
        String name = "n" + i;
        Map<String, String> labels =
            Map.of("block", "b", "rack", "r" + i / 2, "kubernetes.io/hostname", name);
        builder.node(name, 8, labels);
      }
      int nominal = random.nextInt(25);
      builder.project("a", nominal + extraQuota, 0L, null, 1000);
      builder.project("b", 32);
      List<Integer> free = new ArrayList<>(List.of(8, 8, 8, 8));
      for (int i = 0; i < 10; i++) {
        int node = random.nextInt(4);
        int gpus = 1 + random.nextInt(6);
        String id = "h" + i;
        String project = random.nextInt(4) == 0 ? "a" : "b";
        if (free.get(node) >= gpus) {
          free.set(node, free.get(node) - gpus);
          if (!ended.contains(id)) {
            builder.holds(job(id, project, 0, i, pods(1, gpus)), "n" + node);
          }
        }
      }
      int count = 1 + random.nextInt(4);
      int gpus = 1 << random.nextInt(4);
      String mode = random.nextInt(2) == 0 ? "rack" : "";
      PodSet set = pods(podCount == null ? count : podCount, gpus).withTopology(request(mode));
      Workload asked = job("asked", "a", 0, 100, set);
      return builder.waits(asked).build();
    }

    private @Nullable TopologyRequest request(String own) {
      String wanted = own.isEmpty() || level.isEmpty() ? own : level;
      if (wanted.isEmpty()) {
        return null;
      }
      return wanted.endsWith(" preferred")
          ? TopologyRequest.preferred(wanted.split(" ")[0])
          : TopologyRequest.required(wanted);
    }
  }

  private boolean starts(World world) {
    return cycle.plan(world, NOW).steps().stream()
        .anyMatch(step -> step instanceof PlanStep.Admit && step.job().equals(ASKED));
  }

  @Test
  void everyAdvisedChangeLetsTheJobStart() {
    Map<String, Integer> tried = new TreeMap<>();
    for (long seed = 0; seed < 1000; seed++) {
      Case before = new Case(seed, 0, null, "");
      List<WaitReason> reasons = cycle.advise(before.world(List.of()), ASKED, NOW);
      for (var change :
          reasons.isEmpty()
              ? Map.<String, String>of().entrySet()
              : reasons.getFirst().detail().entrySet()) {
        String value = change.getValue();
        String number = value.split(" ")[0];
        World after =
            switch (change.getKey()) {
              case "changePods" -> new Case(seed, 0, Integer.valueOf(number), "").world(List.of());
              case "changeLevel" -> new Case(seed, 0, null, value).world(List.of());
              case "changeQuota" ->
                  new Case(seed, Integer.parseInt(number), null, "").world(List.of());
              case "changeWaitFor" -> before.world(List.of(value.split(", ")));
              default -> null;
            };
        if (after != null) {
          tried.merge(change.getKey(), 1, Integer::sum);
          assertThat(starts(after)).as("seed %d: %s", seed, change).isTrue();
        }
      }
    }
    assertThat(tried.keySet())
        .containsExactly("changeLevel", "changePods", "changeQuota", "changeWaitFor");
    assertThat(tried.values()).allMatch(count -> count > 10);
  }
}
