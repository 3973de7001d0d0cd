package io.gpuaas.simulator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.QuotaConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What the invariants notice: each is broken by hand on a node of eight GPUs and two NUMA nodes.
class InvariantsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final NodeRef N1 = new NodeRef("default", "n1");
  private static final DeviceShare HALF = new DeviceShare(500, 0, "");
  private static final DeviceShare MIG = new DeviceShare(0, 0, "3g.40gb");

  private final SortedMap<NodeRef, Node> nodes = new TreeMap<>();
  private final SortedMap<JobId, HeldWorkload> held = new TreeMap<>();
  private final Invariants invariants;

  InvariantsTest() {
    Node node =
        new Node(
            N1,
            new TreeMap<>(Map.of(Node.NUMA_NODES, "2")),
            ResourceAmounts.of(Resources.GPU, 8),
            80L << 30,
            "H100-80GB",
            true,
            List.of(),
            true,
            true);
    nodes.put(N1, node);
    QuotaConfig config = new QuotaConfig(1, List.of(), List.of(), List.of(), List.of());
    invariants = new Invariants(config, nodes, held);
  }

  private static PodSet whole(int count, long gpus) {
    return PodSet.of("main", count, ResourceAmounts.of(Resources.GPU, gpus));
  }

  private static PodSet part(int count, DeviceShare share) {
    PodSet plain = PodSet.of("main", count, ResourceAmounts.NONE);
    return new PodSet(
        plain.name(),
        count,
        count,
        plain.requests(),
        share,
        plain.nodeSelector(),
        plain.nodeAffinity(),
        plain.tolerations(),
        null,
        "");
  }

  private static NodeShare on(NodeRef node, int count, List<Integer> devices, Integer... starts) {
    return new NodeShare(node, count, devices, Arrays.asList(starts));
  }

  private HeldWorkload holding(String name, PodSet set, String assigned, NodeShare... shares) {
    Workload job = new Workload(new JobId(name), "p", 0, START, List.of(set), true, false, 0, null);
    int count = Arrays.stream(shares).mapToInt(NodeShare::count).sum();
    PodSetAssignment assignment =
        new PodSetAssignment(assigned, count, new TreeMap<>(), List.of(shares));
    return new HeldWorkload(job, List.of(assignment), START, false, null);
  }

  /// Admits it; what is broken now.
  private List<String> after(String name, PodSet set, NodeShare... shares) {
    HeldWorkload one = holding(name, set, "main", shares);
    held.put(one.workload().id(), one);
    invariants.admitted(one.workload().id());
    invariants.check(Duration.ZERO);
    return invariants.violations();
  }

  @Test
  void whatIsRightBreaksNothing() {
    assertThat(after("a", whole(1, 4).withNuma(NumaWish.REQUIRED), on(N1, 1, List.of(0, 1, 2, 3))))
        .isEmpty();
    assertThat(after("h", part(2, HALF), on(N1, 2, List.of(4, 4)))).isEmpty();
    assertThat(after("m", part(2, MIG), on(N1, 2, List.of(5, 5), 0, 4))).isEmpty();
    invariants.released(new JobId("a"), true);
    held.remove(new JobId("a"));
    assertThat(after("b", whole(1, 4), on(N1, 1, List.of(0, 1, 2, 3)))).isEmpty();
    invariants.released(new JobId("nobody"), true);
    assertThat(invariants.hold()).isTrue();
  }

  @Test
  void aDeviceGivenTwice() {
    after("a", whole(1, 2), on(N1, 1, List.of(0, 1)));
    assertThat(after("b", whole(1, 2), on(N1, 1, List.of(1, 2))))
        .containsExactly("At PT0S node default/n1: whole device 1 is over by 1000000.");
  }

  @Test
  void aDeviceGivenWholeAndInPart() {
    after("a", whole(1, 2), on(N1, 1, List.of(0, 1)));
    assertThat(after("h", part(1, HALF), on(N1, 1, List.of(1))))
        .containsExactly("At PT0S node default/n1: whole device 1 is over by 1000000.");
  }

  @Test
  void morePartsThanADeviceHas() {
    assertThat(after("h", part(3, HALF), on(N1, 3, List.of(6, 6, 6))))
        .containsExactly("At PT0S node default/n1: device 6 is over by 500000.");
  }

  @Test
  void aSliceGivenTwice() {
    assertThat(after("m", part(2, MIG), on(N1, 2, List.of(5, 5), 0, 3)))
        .containsExactly("At PT0S node default/n1: device 5 slice 3 is over by 1000000.");
  }

  @Test
  void moreGpusThanTheNodeHas() {
    after("h", part(1, HALF), on(N1, 1, List.of(0)));
    assertThat(after("a", whole(2, 4), on(N1, 2, List.of())))
        .containsExactly("At PT0S node default/n1: devices is over by 1.");
  }

  @Test
  void gpusThatDoNotLieTogether() {
    PodSet aligned = whole(2, 2).withNuma(NumaWish.REQUIRED);
    assertThat(after("a", aligned, on(N1, 2, List.of(0, 1, 3, 4))))
        .containsExactly("Job a has GPUs [3, 4] on default/n1, not aligned.");
  }

  @Test
  void ofNodesThatSayNothingNothingIsKnown() {
    NodeRef silent = new NodeRef("default", "n2");
    PodSet aligned = whole(1, 2).withNuma(NumaWish.REQUIRED);
    assertThat(after("a", aligned, on(silent, 1, List.of()))).isEmpty();
    nodes.put(silent, nodes.firstEntry().getValue().withReady(false));
    PodSet without = whole(1, 0).withNuma(NumaWish.REQUIRED);
    assertThat(after("b", without, on(N1, 1, List.of()))).isEmpty();
  }

  @Test
  void partialGangs() {
    assertThat(after("a", whole(3, 1), on(N1, 2, List.of())))
        .containsExactly("Job a was admitted with 2 pods of main, 3 to 3 were asked for.");
    HeldWorkload other = holding("b", whole(1, 1), "others", on(N1, 1, List.of()));
    held.put(other.workload().id(), other);
    invariants.admitted(other.workload().id());
    invariants.check(Duration.ZERO);
    assertThat(invariants.violations().getLast())
        .isEqualTo("Job b was admitted with the pod sets [others] of [main].");
  }

  @Test
  void aRunThatFailedBetweenTwoEvictionsWasARun() {
    HeldWorkload victim = holding("v", whole(1, 1), "main", on(N1, 1, List.of()));
    JobId claimant = new JobId("c");
    invariants.preempted(victim, claimant, START);
    invariants.released(victim.workload().id(), true);
    invariants.released(victim.workload().id(), false);
    invariants.preempted(victim, claimant, START);
    assertThat(invariants.violations()).isEmpty();
  }

  @Test
  void evictionsInARowAndClaimsThatCameToNothing() {
    HeldWorkload victim = holding("v", whole(1, 1), "main", on(N1, 1, List.of()));
    JobId claimant = new JobId("c");
    invariants.preempted(victim, claimant, START);
    assertThat(invariants.hold()).isTrue();
    invariants.preempted(victim, claimant, START);
    assertThat(invariants.violations())
        .containsExactly("Job v was evicted 2 times in a row without having run, at last for c.");
    invariants.checkClaims(new TreeSet<>(), new TreeSet<>(List.of(claimant)));
    assertThat(invariants.violations()).hasSize(1);
    invariants.checkClaims(new TreeSet<>(), new TreeSet<>());
    assertThat(invariants.violations().getLast())
        .isEqualTo("Jobs were evicted for c, which neither started nor has a reason why not.");
  }
}
