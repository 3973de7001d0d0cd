package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Balanced placement uses as few racks as any, and the rack with the fewest pods has as many as in
/// any choice of so few.
class BalancedPlacementPropertyTest {
  private static final Instant NOW = START.plusSeconds(600);
  private static final TopologyRequest BALANCED =
      new TopologyRequest(TopologyRequest.Mode.BALANCED, "rack", List.of());

  private final AdmissionCycle cycle = new AdmissionCycle();

  private static World world(int[] racks, int count) {
    WorldBuilder builder = new WorldBuilder().topology("block", "rack").project("a", 1000);
    for (int i = 0; i < racks.length; i++) {
      builder.node("n" + i, racks[i], Map.of("block", "b", "rack", "r" + i));
    }
    return builder.waits(job("g", "a", 0, 1, pods(count, 1).withTopology(BALANCED))).build();
  }

  @Test
  void evenPartsOnAsFewRacksAsCanHoldIt() {
    assertThat(Plans.text(cycle.plan(world(new int[] {8, 8, 8}, 12), NOW)))
        .containsExactly("admit g n0:6 n1:6");
    assertThat(Plans.text(cycle.plan(world(new int[] {8, 6, 2}, 12), NOW)))
        .containsExactly("admit g n0:6 n1:6");
    assertThat(Plans.text(cycle.plan(world(new int[] {8, 5, 12}, 12), NOW)))
        .containsExactly("admit g n2:12");
    assertThat(Plans.text(cycle.plan(world(new int[] {4, 4, 4, 1}, 12), NOW)))
        .containsExactly("admit g n0:4 n1:4 n2:4");
  }

  @Test
  void agreesWithAllChoicesOfRacksTriedOut() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 400; round++) {
      int[] racks = IntStream.range(0, 2 + random.nextInt(5)).map(_ -> random.nextInt(9)).toArray();
      int count = 1 + random.nextInt(20);
      CyclePlan plan = cycle.plan(world(racks, count), NOW);
      int[] best = best(racks, count);
      if (best[0] == 0) {
        assertThat(Plans.text(plan)).containsExactly("reject g");
        continue;
      }
      List<NodeShare> nodes =
          ((PlanStep.Admit) plan.steps().getFirst()).assignments().getFirst().nodes();
      int least = nodes.stream().mapToInt(NodeShare::count).min().orElseThrow();
      assertThat(new int[] {nodes.size(), least})
          .as("%d pods on %s", count, java.util.Arrays.toString(racks))
          .isEqualTo(best);
    }
  }

  /// The fewest racks and the most that the emptiest of them can have; zeros when nothing fits.
  private static int[] best(int[] racks, int count) {
    int[] best = {0, 0};
    for (int chosen = 1; chosen < 1 << racks.length; chosen++) {
      int size = Integer.bitCount(chosen);
      int room = 0;
      int smallest = Integer.MAX_VALUE;
      for (int i = 0; i < racks.length; i++) {
        if ((chosen >> i & 1) == 1) {
          room += racks[i];
          smallest = Math.min(smallest, racks[i]);
        }
      }
      int least = Math.min(smallest, count / size);
      boolean better = best[0] == 0 || size < best[0] || (size == best[0] && least > best[1]);
      if (room >= count && better) {
        best = new int[] {size, least};
      }
    }
    return best;
  }
}
