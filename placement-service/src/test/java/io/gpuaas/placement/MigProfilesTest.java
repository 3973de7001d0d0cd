package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static io.gpuaas.placement.fixtures.WorldBuilder.shares;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// MIG instances lie at the legal places of their model, and never overlap.
class MigProfilesTest {
  private static final Instant NOW = START.plusSeconds(600);
  private static final String H100 = "H100-80GB";

  private final AdmissionCycle cycle = new AdmissionCycle();

  private static DeviceShare mig(String profile) {
    return new DeviceShare(0, 0, profile);
  }

  private static WorldBuilder devices(String model, long gpus) {
    return new WorldBuilder().migNode("n1", gpus, model).project("a", gpus);
  }

  /// Jobs of one instance each, in this order; how many of them one device holds.
  @ParameterizedTest
  @CsvSource({
    "H100-80GB, 1g.10gb*8, 7",
    "H100-80GB, 1g.20gb*5, 4",
    "H100-80GB, 2g.20gb*4, 3",
    "H100-80GB, 2g.20gb*3 1g.10gb*2, 4",
    "H100-80GB, 3g.40gb*3, 2",
    "H100-80GB, 4g.40gb*2, 1",
    "H100-80GB, 3g.40gb 4g.40gb, 2",
    "H100-80GB, 1g.10gb*3 4g.40gb, 4",
    "H100-80GB, 7g.80gb 1g.10gb, 1",
    "H100-80GB, 1g.10gb+me*2, 1",
    "H100-80GB, 1g.10gb+me 1g.10gb*6, 7",
    "NVIDIA-A100-SXM4-40GB, 1g.5gb*8, 7",
    "A100-80GB, 3g.40gb 2g.20gb 1g.10gb, 3",
    "NVIDIA H200, 1g.18gb*7, 7",
    "A30-24GB, 1g.6gb*5, 4",
    "A30-24GB, 2g.12gb 1g.6gb*3, 3"
  })
  void oneDeviceHolds(String model, String jobs, int held) {
    WorldBuilder builder = devices(model, 1);
    int number = 0;
    for (String kind : jobs.split(" ")) {
      String[] parts = kind.split("\\*");
      for (int i = 0; i < (parts.length == 1 ? 1 : Integer.parseInt(parts[1])); i++) {
        builder.waits(job("j%d".formatted(number), "a", 0, number, shares(1, mig(parts[0]))));
        number++;
      }
    }
    World world = builder.build();
    CyclePlan plan = cycle.plan(world, NOW);
    assertThat(plan.steps()).as(Plans.text(plan).toString()).hasSize(held);
    assertThat(world.with(admissions(plan)).usage().used(0, 0)).isEqualTo(1);
  }

  private static List<WorldChange> admissions(CyclePlan plan) {
    List<WorldChange> changes = new ArrayList<>();
    for (PlanStep step : plan.steps()) {
      if (step instanceof PlanStep.Admit(var job, var assignments, _)) {
        changes.add(new WorldChange.Admitted(job, assignments, NOW));
      }
    }
    return changes;
  }

  @Test
  void unknownProfilesAndNodesWithoutPartitionsAreRefused() {
    assertThat(Plans.text(cycle.plan(alone("5g.50gb", H100), NOW))).containsExactly("reject m");
    assertThat(Plans.text(cycle.plan(alone("1g.10gb", "L40S"), NOW))).containsExactly("reject m");
    World unpartitioned =
        new WorldBuilder()
            .nodes(1)
            .project("a", 8)
            .waits(job("m", "a", 0, 1, shares(1, mig("1g.10gb"))))
            .build();
    assertThat(Plans.text(cycle.plan(unpartitioned, NOW))).containsExactly("reject m");
  }

  private static World alone(String profile, String model) {
    return devices(model, 1).waits(job("m", "a", 0, 1, shares(1, mig(profile)))).build();
  }

  @Test
  void aPartitionedDeviceIsNeitherSharedNorGivenWhole() {
    World world =
        devices(H100, 2)
            .waits(job("m", "a", 0, 1, shares(1, mig("1g.10gb"))))
            .waits(job("f", "a", 0, 2, shares(1, new DeviceShare(100, 0, ""))))
            .waits(job("w", "a", 0, 3, pods(1, 1)))
            .build();
    assertThat(Plans.text(cycle.plan(world, NOW))).containsExactly("admit m n1:1", "admit f n1:1");
  }

  /// No more than was cut, and nothing else; the other node cuts what is asked for.
  @Test
  void instancesThatANodeListsAreAllThatItHas() {
    WorldBuilder builder =
        new WorldBuilder()
            .cutNode("n1", 1, H100, Map.of("1g.10gb", 2L, "2g.20gb", 1L, "3g.40gb", 1L))
            .project("a", 8);
    for (int i = 0; i < 3; i++) {
      builder.waits(job("j" + i, "a", 0, i, shares(1, mig("1g.10gb"))));
    }
    builder.waits(job("k", "a", 0, 4, shares(1, mig("3g.40gb"))));
    World alone = builder.build();
    assertThat(Plans.text(cycle.plan(alone, NOW)))
        .containsExactly("admit j0 n1:1", "admit j1 n1:1", "admit k n1:1");
    assertThat(Plans.text(cycle.plan(builder.migNode("n2", 1, H100).build(), NOW)))
        .hasSize(4)
        .contains("admit k n1:1");
  }

  @Test
  void heldInstancesAreHeldAndOthersNever() {
    WorldBuilder builder =
        new WorldBuilder().cutNode("n1", 2, H100, Map.of("3g.40gb", 4L)).project("a", 8);
    builder.holds(job("h", "a", 0, 1, shares(3, mig("3g.40gb"))), "n1", "n1", "n1");
    builder.waits(job("a", "a", 0, 2, shares(1, mig("3g.40gb"))));
    builder.waits(job("b", "a", 0, 3, shares(1, mig("3g.40gb"))));
    builder.waits(job("c", "a", 0, 4, shares(1, mig("1g.10gb"))));
    builder.waits(job("d", "a", 0, 5, pods(1, 1)));
    builder.waits(job("e", "a", 0, 6, shares(1, new DeviceShare(100, 0, ""))));
    assertThat(Plans.text(cycle.plan(builder.build(), NOW)))
        .containsExactlyInAnyOrder("admit a n1:1", "reject c", "reject d", "reject e");
  }

  /// A state written down without devices, as scenario documents do.
  @Test
  void instancesWithoutNamedDevicesLieAsIfPlacedOneByOne() {
    WorldBuilder builder = devices(H100, 2);
    builder.holds(job("h1", "a", 0, 1, shares(2, mig("3g.40gb"))), "n1", "n1");
    builder.holds(job("h2", "a", 0, 2, shares(1, mig("4g.40gb"))), "n1");
    builder.waits(job("m", "a", 0, 3, shares(1, mig("4g.40gb"))));
    builder.waits(job("s", "a", 0, 4, shares(1, mig("3g.40gb"))));
    assertThat(Plans.text(cycle.plan(builder.build(), NOW))).containsExactly("admit s n1:1");
  }

  /// Random arrivals and ends; slices are counted anew from what was announced.
  @Test
  void instancesNeverOverlapWhateverComesAndGoes() {
    SortedMap<String, Integer> sizes = new TreeMap<>();
    sizes.put("1g.10gb", 1);
    sizes.put("1g.20gb", 2);
    sizes.put("2g.20gb", 2);
    sizes.put("3g.40gb", 4);
    sizes.put("4g.40gb", 4);
    sizes.put("7g.80gb", 8);
    List<String> names = List.copyOf(sizes.keySet());
    for (long seed = 0; seed < 60; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      World world = devices(H100, 3).build();
      SequencedMap<JobId, List<String>> taken = new java.util.LinkedHashMap<>();
      for (int step = 0; step < 60; step++) {
        JobId id = new JobId("j" + step);
        String profile = names.get(random.nextInt(names.size()));
        world =
            world.with(
                List.of(
                    new WorldChange.Queued(
                        job(id.value(), "a", 0, step, shares(1, mig(profile))))));
        CyclePlan plan = cycle.plan(world, NOW);
        for (PlanStep made : plan.steps()) {
          if (made instanceof PlanStep.Admit(var job, var assignments, _)) {
            taken.put(job, slices(assignments, world, job, sizes));
          }
        }
        world = world.with(admissions(plan));
        assertThat(taken.values().stream().flatMap(List::stream)).doesNotHaveDuplicates();
        if (random.nextInt(3) == 0 && !taken.isEmpty()) {
          JobId ends = List.copyOf(taken.keySet()).get(random.nextInt(taken.size()));
          taken.remove(ends);
          world = world.with(List.of(new WorldChange.Released(ends, NOW)));
        }
      }
    }
  }

  private static List<String> slices(
      List<PodSetAssignment> assignments, World world, JobId job, Map<String, Integer> sizes) {
    PodSetAssignment.NodeShare share = assignments.getFirst().nodes().getFirst();
    String profile =
        world.waiting().stream()
            .filter(it -> it.id().equals(job))
            .findFirst()
            .orElseThrow()
            .podSets()
            .getFirst()
            .device()
            .migProfile();
    List<String> result = new ArrayList<>();
    int start = share.starts().getFirst();
    for (int slice = start; slice < start + sizes.getOrDefault(profile, 0); slice++) {
      assertThat(slice).isLessThan(8);
      result.add("device %d slice %d".formatted(share.devices().getFirst(), slice));
    }
    return result;
  }
}
