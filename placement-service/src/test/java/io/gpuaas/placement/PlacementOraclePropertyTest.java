package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.fixtures.WorldBuilder;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Topology search and flavor choice against plain statements of what they should find.
class PlacementOraclePropertyTest {
  private static final long SEED = 815;
  private static final int WORLDS = 3_000;

  /// A gang of slices in one rack: it is placed if some rack has room for all slices, each on one
  /// host, and then in a rack with the least room that is enough.
  @Test
  void slicesOnHostsLieInTheSmallestRackThatIsEnough() {
    for (int i = 0; i < WORLDS; i++) {
      Random random = new Random(SEED + i);
      int racks = 1 + random.nextInt(4);
      int hosts = 1 + random.nextInt(4);
      int size = 1 + random.nextInt(3);
      int slices = 1 + random.nextInt(6);
      long[][] free = new long[racks][hosts];
      WorldBuilder builder = new WorldBuilder().topology("rack", "host").project("a", 1_000);
      for (int rack = 0; rack < racks; rack++) {
        for (int host = 0; host < hosts; host++) {
          free[rack][host] = random.nextInt(9);
          String name = "r%dh%d".formatted(rack, host);
          builder.node(name, free[rack][host], Map.of("rack", "r" + rack, "host", name));
        }
      }
      PodSet set = PodSet.of("main", slices * size, ResourceAmounts.of(Resources.GPU, 1));
      TopologyRequest request =
          new TopologyRequest(
              TopologyRequest.Mode.REQUIRED,
              "rack",
              List.of(new TopologyRequest.Slice("host", size)));
      builder.waits(job("gang", "a", 0, 0, set.withTopology(request)));
      List<PodSetAssignment> found = admitted(builder.build());
      long best = smallestEnough(free, size, slices);
      assertThat(found.isEmpty()).as("seed %d", SEED + i).isEqualTo(best < 0);
      if (best >= 0) {
        checkSlices(found.getFirst(), free, size, best);
      }
    }
  }

  private static long slicesIn(long[] rack, int size) {
    long sum = 0;
    for (long free : rack) {
      sum += free / size;
    }
    return sum;
  }

  private static long smallestEnough(long[][] free, int size, int slices) {
    long best = -1;
    for (long[] rack : free) {
      long room = slicesIn(rack, size);
      if (room >= slices && (best < 0 || room < best)) {
        best = room;
      }
    }
    return best;
  }

  private static void checkSlices(
      PodSetAssignment assignment, long[][] free, int size, long bestRoom) {
    TreeSet<Integer> racks = new TreeSet<>();
    for (PodSetAssignment.NodeShare share : assignment.nodes()) {
      assertThat(share.count() % size).as("pods of whole slices on %s", share.node()).isZero();
      racks.add(share.node().name().charAt(1) - '0');
    }
    assertThat(racks).hasSize(1);
    assertThat(slicesIn(free[racks.first()], size)).isEqualTo(bestRoom);
  }

  private static List<PodSetAssignment> admitted(World world) {
    CyclePlan plan = new AdmissionCycle().plan(world, START.plusSeconds(60));
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit(_, var assignments, _)) {
        return assignments;
      }
    }
    return List.of();
  }

  /// Without preemption: the first flavor, in order, that has the quota and the nodes.
  @Test
  void takesTheFirstFlavorWithQuotaAndNodes() {
    for (int i = 0; i < WORLDS; i++) {
      Random random = new Random(SEED + i);
      int flavors = 1 + random.nextInt(3);
      long asked = 1L + random.nextInt(8);
      int pods = 1 + random.nextInt(3);
      List<Flavor> kinds = new ArrayList<>();
      List<String> names = new ArrayList<>();
      List<Quota> quotas = new ArrayList<>();
      List<Node> nodes = new ArrayList<>();
      String expected = "";
      for (int f = 0; f < flavors; f++) {
        String name = "f" + f;
        TreeMap<String, String> labels = new TreeMap<>(Map.of("kind", name));
        kinds.add(new Flavor(name, labels, List.of(), List.of(), null));
        names.add(name);
        long nominal = random.nextInt(20);
        quotas.add(new Quota(new FlavorResource(name, Resources.GPU), nominal, null, null));
        long room = 0;
        for (int n = 0; n < random.nextInt(4); n++) {
          long gpus = random.nextInt(9);
          room += gpus / asked;
          nodes.add(node(name + "-" + n, gpus, labels));
        }
        if (expected.isEmpty() && asked * pods <= nominal && room >= pods) {
          expected = name;
        }
      }
      if (nodes.isEmpty()) {
        continue;
      }
      World world = world(kinds, names, quotas, nodes, pods, asked);
      List<PodSetAssignment> found = admitted(world);
      String flavor = found.isEmpty() ? "" : found.getFirst().flavors().firstEntry().getValue();
      assertThat(flavor).as("seed %d", SEED + i).isEqualTo(expected);
    }
  }

  private static Node node(String name, long gpus, SortedMap<String, String> labels) {
    return new Node(
        new NodeRef("default", name),
        labels,
        ResourceAmounts.of(Resources.GPU, gpus),
        0,
        "",
        false,
        List.of(),
        true,
        true);
  }

  private static World world(
      List<Flavor> kinds,
      List<String> names,
      List<Quota> quotas,
      List<Node> nodes,
      int pods,
      long asked) {
    Project project =
        new Project(
            "a",
            null,
            1000,
            Project.QueueingStrategy.BEST_EFFORT_FIFO,
            Project.StopPolicy.NONE,
            List.of(new ResourceGroup(List.of(Resources.GPU), names)),
            quotas,
            PreemptionPolicy.DEFAULT,
            FlavorFungibility.DEFAULT);
    QuotaConfig config = new QuotaConfig(1, List.of(), kinds, List.of(), List.of(project));
    PodSet set = PodSet.of("main", pods, ResourceAmounts.of(Resources.GPU, asked));
    return World.of(
        config,
        SchedulingPolicy.DEFAULT,
        nodes,
        Collections.emptyList(),
        List.of(job("gang", "a", 0, 0, set)));
  }
}
