package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.fixtures.WorldBuilder;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What waiting jobs ask for, by the flavors that take their pods.
class AskedByFlavorTest {
  private static final PodSet ANY =
      PodSet.of("any", 2, ResourceAmounts.of(Map.of(Resources.GPU, 3L, "cpu", 4L)));
  private static final PodSet NEW_ONLY =
      ANY.withFirstTerm(
          new NodeAffinityTerm("model", NodeAffinityTerm.Operator.IN, List.of("new")));

  @Test
  void aPodCountsAtEachFlavorThatTakesIt() {
    World world = world(job("picky", "p", 0, 0, NEW_ONLY), job("any", "p", 0, 1, ANY));
    assertThat(asked(world, Resources.GPU)).containsExactly(6L, 12L, 0L);
    assertThat(asked(world, "cpu")).containsExactly(8L, 16L, 0L);
    assertThat(world.asked("nobody", new FlavorResource("new", Resources.GPU))).isZero();
  }

  @Test
  void aJobIsTakenByTheFlavorsThatTakeAllOfItsPods() {
    World world = world();
    assertThat(world.takers(List.of(ANY))).containsExactly("new", "old");
    assertThat(world.takers(List.of(ANY, NEW_ONLY))).containsExactly("new");
  }

  @Test
  void sharesCountUpToWholeGpus() {
    PodSet shares = WorldBuilder.shares(3, new DeviceShare(500, 0, ""));
    assertThat(asked(world(job("shares", "p", 0, 0, shares)), Resources.GPU))
        .containsExactly(2L, 2L, 0L);
  }

  private static Stream<Long> asked(World world, String resource) {
    return Stream.of("old", "new", "none")
        .map(flavor -> world.asked("p", new FlavorResource(flavor, resource)));
  }

  private static World world(Workload... waiting) {
    List<String> names = List.of("old", "new");
    Project project =
        new Project(
            "p",
            null,
            1000,
            Project.QueueingStrategy.BEST_EFFORT_FIFO,
            Project.StopPolicy.NONE,
            List.of(new ResourceGroup(List.of(Resources.GPU, "cpu"), names)),
            List.of(),
            PreemptionPolicy.DEFAULT,
            FlavorFungibility.DEFAULT);
    List<Flavor> flavors = names.stream().map(AskedByFlavorTest::flavor).toList();
    QuotaConfig config = new QuotaConfig(1, List.of(), flavors, List.of(), List.of(project));
    return World.of(config, SchedulingPolicy.DEFAULT, List.of(), List.of(), List.of(waiting));
  }

  private static Flavor flavor(String name) {
    return new Flavor(name, new TreeMap<>(Map.of("model", name)), List.of(), List.of(), null);
  }
}
