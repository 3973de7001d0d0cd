package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A patient job starts in one rack or not at all; as soon as its patience is over it starts as if
/// it had never had any.
class PatiencePropertyTest {
  private static final int PATIENCE_SECONDS = 600;
  private final AdmissionCycle cycle = new AdmissionCycle();

  private static Workload gang(String id, int submitSeconds, int count, int patienceSeconds) {
    TopologyRequest rack = TopologyRequest.preferred("rack").withPatience(1000L * patienceSeconds);
    return job(id, "a", 0, submitSeconds, pods(count, 1).withTopology(rack));
  }

  private static World world(int[] racks, List<Workload> gangs) {
    WorldBuilder builder = new WorldBuilder().topology("block", "rack").project("a", 1000);
    for (int i = 0; i < racks.length; i++) {
      builder.node("n" + i, racks[i], Map.of("block", "b", "rack", "r" + i));
    }
    gangs.forEach(builder::waits);
    return builder.build();
  }

  @Test
  void waitsForOneRackAndSaysUntilWhen() {
    World world = world(new int[] {3, 3}, List.of(gang("g", 0, 4, PATIENCE_SECONDS)));
    CyclePlan early = cycle.plan(world, START.plusSeconds(PATIENCE_SECONDS - 1));
    assertThat(Plans.text(early)).isEmpty();
    assertThat(early.again()).isEqualTo(START.plusSeconds(PATIENCE_SECONDS));
    CyclePlan late = cycle.plan(world, START.plusSeconds(PATIENCE_SECONDS));
    assertThat(Plans.text(late)).containsExactly("admit g n0:3 n1:1");
    assertThat(late.again()).isNull();
  }

  @Test
  void agreesWithEachJobLookedAtInTurn() {
    SplittableRandom random = new SplittableRandom(11);
    int waited = 0;
    for (int round = 0; round < 600; round++) {
      int[] racks = IntStream.range(0, 2 + random.nextInt(4)).map(_ -> random.nextInt(9)).toArray();
      List<Workload> gangs = new ArrayList<>();
      int total = Arrays.stream(racks).sum();
      for (int i = 0; i < 1 + random.nextInt(5) && total > 0; i++) {
        int patience = random.nextInt(3) == 0 ? 0 : random.nextInt(PATIENCE_SECONDS);
        gangs.add(gang("g" + i, random.nextInt(100), 1 + random.nextInt(total), patience));
      }
      Instant now = START.plusSeconds(100 + random.nextInt(PATIENCE_SECONDS));
      CyclePlan plan = cycle.plan(world(racks, gangs), now);
      waited += checked(racks, gangs, plan, now);
    }
    assertThat(waited).as("jobs that waited though they could have started").isGreaterThan(100);
  }

  /// Looks at each job in queue order and follows the plan; gives how many waited by choice.
  private static int checked(int[] racks, List<Workload> gangs, CyclePlan plan, Instant now) {
    SortedMap<JobId, List<NodeShare>> admitted = new TreeMap<>();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit admit) {
        admitted.put(admit.job(), admit.assignments().getFirst().nodes());
      }
    }
    int waited = 0;
    List<Workload> queue = new ArrayList<>(gangs);
    queue.sort(Comparator.comparing(Workload::queuedAt).thenComparing(Workload::id));
    int[] free = racks.clone();
    for (Workload gang : queue) {
      int count = gang.podSets().getFirst().count();
      TopologyRequest asked = Objects.requireNonNull(gang.podSets().getFirst().topology());
      boolean patient = gang.queuedAt().plusMillis(asked.patienceMillis()).isAfter(now);
      boolean inOne = Arrays.stream(free).anyMatch(it -> it >= count);
      boolean somehow = Arrays.stream(free).sum() >= count;
      List<NodeShare> places = admitted.get(gang.id());
      String about = "%s of %s on %s".formatted(gang.id(), gangs, Arrays.toString(racks));
      assertThat(places != null).as(about).isEqualTo(patient ? inOne : somehow);
      if (places != null) {
        assertThat(places.size() == 1).as(about).isEqualTo(inOne);
        places.forEach(it -> free[Integer.parseInt(it.node().name().substring(1))] -= it.count());
      }
      waited += places == null && somehow ? 1 : 0;
    }
    return waited;
  }
}
