package io.gpuaas.placement.reference;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.TopologyRequest.Mode;
import io.gpuaas.core.TopologyRequest.Slice;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.World;
import io.gpuaas.placement.fixtures.WorldBuilder;
import io.gpuaas.placement.reference.PlainTopology.Ask;
import io.gpuaas.placement.reference.PlainTopology.Domain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The engine finds domains for a gang whenever the slow version of Kueue's search does, and uses
/// no more of them: fewer at the outermost level where the two differ. Both are greedy; where a
/// leader lies in the way or no level is asked for, either may be lucky, the slow one in no more
/// than one of a thousand gangs.
class TopologyReferenceTest {
  private static final long SEED = 5_150;
  private static final int WORLDS = 20_000;
  private static final List<String> LEVELS = List.of("block", "rack", "kubernetes.io/hostname");

  /// A fabric with a gang that waits, and the same for the slow version.
  private static final class Fabric {
    private final Random random;
    private final WorldBuilder builder = new WorldBuilder().project("a", 10_000);
    private final List<String> levels;
    private final List<Domain> roots = new ArrayList<>();
    private final long leaderCpu;
    private final long leaderGpus;
    private final long podCpu;
    private final boolean leader;
    private @Nullable Ask ask;

    Fabric(Random random) {
      this.random = random;
      levels = LEVELS.subList(random.nextInt(3), 3);
      builder.topology(levels.toArray(String[]::new));
      leader = random.nextInt(3) == 0;
      leaderGpus = random.nextInt(2);
      leaderCpu = random.nextInt(3);
      podCpu = random.nextInt(2);
      for (int i = 0; i <= random.nextInt(3); i++) {
        roots.add(domain(List.of(levels.getFirst().substring(0, 1) + i)));
      }
    }

    private Domain domain(List<String> path) {
      Domain domain = new Domain(path);
      if (path.size() == levels.size()) {
        fill(domain);
        return domain;
      }
      int children = 1 + random.nextInt(3);
      for (int i = 0; i < children; i++) {
        String name = path.getLast() + levels.get(path.size()).charAt(0) + i;
        domain.children.add(domain(Stream.concat(path.stream(), Stream.of(name)).toList()));
      }
      return domain;
    }

    private void fill(Domain leaf) {
      long gpus = random.nextInt(5);
      long cpu = random.nextInt(7);
      Map<String, String> labels = new TreeMap<>();
      for (int i = 0; i < levels.size(); i++) {
        labels.put(levels.get(i), leaf.path.get(i));
      }
      ResourceAmounts capacity =
          ResourceAmounts.of(Map.of(Resources.GPU, gpus, Resources.CPU, cpu));
      builder.node(leaf.path.getLast(), capacity, labels);
      leaf.pods = fitting(gpus, cpu);
      leaf.leader = leader && gpus >= leaderGpus && cpu >= leaderCpu;
      leaf.podsBesideLeader =
          leaf.leader ? fitting(gpus - leaderGpus, cpu - leaderCpu) : leader ? leaf.pods : 0;
    }

    private int fitting(long gpus, long cpu) {
      return (int) Math.min(gpus, podCpu == 0 ? gpus : cpu / podCpu);
    }

    /// Lets a gang wait for it.
    Fabric withGang() {
      Mode mode = List.of(Mode.REQUIRED, Mode.PREFERRED, Mode.UNCONSTRAINED).get(random.nextInt(3));
      int level = random.nextInt(levels.size());
      boolean sliced = random.nextInt(2) == 0;
      boolean anywhere = mode == Mode.UNCONSTRAINED;
      int sliceLevel = sliced ? random.nextInt(levels.size()) : levels.size() - 1;
      int size = sliced ? 1 + random.nextInt(4) : 1;
      int[] inner = new int[levels.size()];
      List<Slice> slices = new ArrayList<>();
      if (sliced) {
        slices.add(new Slice(levels.get(sliceLevel), size));
        if (sliceLevel < levels.size() - 1 && size % 2 == 0 && random.nextBoolean()) {
          slices.add(new Slice(levels.getLast(), 2));
          Arrays.fill(inner, sliceLevel + 1, levels.size(), 2);
        }
      }
      int count = size * (1 + random.nextInt(6));
      int from = anywhere ? (sliced ? 0 : levels.size() - 1) : level;
      ask = new Ask(count, leader, from, mode == Mode.REQUIRED, anywhere, sliceLevel, size, inner);
      String name = anywhere ? "" : levels.get(level);
      TopologyRequest request = new TopologyRequest(mode, name, slices);
      List<PodSet> sets = new ArrayList<>();
      if (leader) {
        TopologyRequest beside = request.slices().isEmpty() ? request : null;
        sets.add(podSet("lead", 1, leaderGpus, leaderCpu, beside));
      }
      sets.add(podSet("work", count, 1, podCpu, request));
      builder.waits(job("gang", "a", 0, 0, sets.toArray(PodSet[]::new)));
      return this;
    }

    private PodSet podSet(
        String name, int count, long gpus, long cpu, @Nullable TopologyRequest request) {
      return new PodSet(
          name,
          count,
          count,
          ResourceAmounts.of(Map.of(Resources.GPU, gpus, Resources.CPU, cpu)),
          DeviceShare.WHOLE,
          new TreeMap<>(),
          List.of(),
          List.of(),
          request,
          leader ? "g" : "");
    }

    /// Nodes of the workers, null when they do not fit.
    @Nullable SortedMap<String, Integer> expected() {
      return ask == null ? null : new PlainTopology(roots, levels.size(), ask).place();
    }

    /// A level is asked for, and there is no leader.
    boolean isPlain() {
      return ask != null && !ask.anywhere() && !leader;
    }

    World world() {
      return builder.build();
    }

    /// How many domains are used at each level, outermost first.
    List<Integer> spread(SortedMap<String, Integer> workers) {
      List<Integer> result = new ArrayList<>();
      for (int level = 1; level <= levels.size(); level++) {
        int length = 2 * level;
        Stream<String> domains = workers.keySet().stream().map(it -> it.substring(0, length));
        result.add((int) domains.distinct().count());
      }
      return result;
    }
  }

  @Test
  void fitsWheneverTheSlowVersionDoesAndSpreadsNoWider() {
    int fitting = 0;
    int wider = 0;
    for (long seed = SEED; seed < SEED + WORLDS; seed++) {
      Fabric fabric = new Fabric(new Random(seed)).withGang();
      SortedMap<String, Integer> expected = fabric.expected();
      SortedMap<String, Integer> found = workers(fabric.world());
      String sample = "seed %d: %s, slow version %s".formatted(seed, found, expected);
      assertThat(found == null).as(sample).isEqualTo(expected == null);
      if (found != null && expected != null) {
        fitting++;
        boolean more = compare(fabric.spread(found), fabric.spread(expected)) > 0;
        assertThat(more && fabric.isPlain()).as(sample).isFalse();
        wider += more ? 1 : 0;
      }
    }
    assertThat(fitting).isGreaterThan(WORLDS / 5);
    assertThat(wider).isLessThanOrEqualTo(fitting / 1000);
  }

  private static int compare(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < a.size(); i++) {
      int compared = a.get(i).compareTo(b.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  private static @Nullable SortedMap<String, Integer> workers(World world) {
    for (PlanStep step : new AdmissionCycle().plan(world, START.plusSeconds(60)).steps()) {
      if (step instanceof PlanStep.Admit(_, var assignments, _)) {
        SortedMap<String, Integer> result = new TreeMap<>();
        for (PodSetAssignment assignment : assignments) {
          if (assignment.podSet().equals("work")) {
            assignment.nodes().forEach(it -> result.put(it.node().name(), it.count()));
          }
        }
        return result;
      }
    }
    return null;
  }
}
