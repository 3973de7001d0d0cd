package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.follow.ClaimFacts;
import io.gpuaas.cluster.internal.follow.NodeFacts;
import io.gpuaas.cluster.internal.follow.StrangerPod;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.Node;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StrangerBookTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final ForeignPod.Workload BY_HAND = new ForeignPod.Workload("Pod", "p", "u");

  private final StrangerBook book = new StrangerBook();

  private static NodeFacts node(String name, Map<String, String> labels) {
    return new NodeFacts(
        new Node(
            new NodeRef("east", name),
            new TreeMap<>(labels),
            ResourceAmounts.of(Map.of("nvidia.com/gpu", 8L, "cpu", 64_000L)),
            0,
            "H200",
            false,
            List.of(),
            true,
            true),
        NOON);
  }

  private static StrangerPod pod(String uid, String node, long gpus) {
    return new StrangerPod(
        uid,
        node,
        ResourceAmounts.of(Map.of("nvidia.com/gpu", gpus, "cpu", 1_000L)),
        gpus == 0 ? null : new StrangerPod.GpuUser("team-a", uid, BY_HAND, "research", NOON, NOON));
  }

  private List<ForeignPod> users(int minute, NodeFacts... nodes) {
    return book.users(
        List.of(nodes),
        (namespace, queue) -> namespace + "+" + queue,
        NOON.plusSeconds(60L * minute));
  }

  private static ForeignPod user(String uid, String node, long milliGpus, @Nullable Instant ended) {
    return new ForeignPod(
        uid,
        new NodeRef("east", node),
        "team-a",
        uid,
        BY_HAND,
        "research",
        "team-a+research",
        milliGpus,
        NOON,
        NOON,
        ended);
  }

  @Test
  void theyLeaveRoomAndHoldTheRest() {
    NodeFacts a = node("a", Map.of());
    NodeFacts b = node("b", Map.of());
    book.see(pod("1", "a", 2));
    book.see(pod("2", "a", 0));
    List<NodeFacts> left = book.leave(List.of(a, b));
    assertThat(left.getFirst().node().capacity())
        .isEqualTo(ResourceAmounts.of(Map.of("nvidia.com/gpu", 6L, "cpu", 62_000L)));
    assertThat(left.getFirst().node().heldByOthers())
        .isEqualTo(ResourceAmounts.of(Map.of("nvidia.com/gpu", 2L, "cpu", 2_000L)));
    assertThat(left.getLast()).isEqualTo(b);
  }

  @Test
  void endsAreRememberedForAnHourIfTheyWereSeen() {
    NodeFacts a = node("a", Map.of());
    book.see(pod("here", "a", 1));
    book.see(pod("over", "a", 2));
    book.see(pod("lost", "a", 1));
    book.see(pod("none", "a", 0));
    Instant end = NOON.plusSeconds(300);
    book.lose("over", end);
    book.lose("lost", null);
    book.lose("none", end);
    assertThat(users(6, a))
        .containsExactly(user("here", "a", 1_000, null), user("over", "a", 2_000, end));
    assertThat(users(66, a)).containsExactly(user("here", "a", 1_000, null));
  }

  /// GPUs that were claimed are told by claims alone; one for network cards gives none.
  @Test
  void whatWasClaimedIsHeldAndCounted() {
    NodeFacts a = node("a", Map.of());
    StrangerPod.GpuUser user =
        new StrangerPod.GpuUser("team-a", "1", BY_HAND, "research", NOON, NOON);
    book.see(new StrangerPod("1", "a", ResourceAmounts.of("cpu", 1_000), user));
    book.seeClaim(new ClaimFacts("nics", List.of("1"), 0));
    assertThat(users(1, a)).isEmpty();
    book.seeClaim(new ClaimFacts("gpus", List.of("1", "ours"), 2));
    assertThat(users(1, a)).containsExactly(user("1", "a", 2_000, null));
    assertThat(book.leave(List.of(a)).getFirst().node().capacity())
        .isEqualTo(ResourceAmounts.of(Map.of("nvidia.com/gpu", 6L, "cpu", 63_000L)));
    book.loseClaim("gpus");
    assertThat(users(1, a)).containsExactly(user("1", "a", 2_000, null));
    book.lose("1", NOON.plusSeconds(60));
    assertThat(users(2, a)).containsExactly(user("1", "a", 2_000, NOON.plusSeconds(60)));
    assertThat(book.leave(List.of(a))).containsExactly(a);
  }

  @Test
  void aShareOfAGpuCountsAsThat() {
    book.see(pod("1", "a", 3));
    book.see(pod("2", "elsewhere", 3));
    assertThat(users(1, node("a", Map.of("nvidia.com/gpu.replicas", "4"))))
        .containsExactly(user("1", "a", 750, null));
  }
}
