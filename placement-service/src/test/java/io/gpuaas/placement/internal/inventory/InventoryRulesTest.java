package io.gpuaas.placement.internal.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuaas.core.Fault;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SchedulingPolicy.FairStrategy;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InventoryRulesTest {
  private static final Taint TAINT = new Taint("gpu", "only", "NoSchedule");

  private static Node node(
      String cluster,
      String name,
      Map<String, String> labels,
      Map<String, Long> capacity,
      String gpuModel,
      Taint... taints) {
    return new Node(
        new NodeRef(cluster, name),
        new TreeMap<>(labels),
        ResourceAmounts.of(capacity),
        0,
        gpuModel,
        false,
        List.of(taints),
        true,
        true);
  }

  /// A node and `pointer CODE` of each of its faults, in a world with the cluster `east`.
  record NodeCase(String name, Node given, List<String> expected) {
    NodeCase(String name, Node given, String... expected) {
      this(name, given, List.of(expected));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<NodeCase> nodes() {
    Map<String, Long> gpus = Map.of(Resources.GPU, 8L);
    return Stream.of(
        new NodeCase(
            "plain node",
            node("east", "n1.rack-2.example", Map.of("a/b", "c"), gpus, "H200", TAINT)),
        new NodeCase("node without GPUs", node("east", "n1", Map.of(), Map.of("cpu", 1L), "")),
        new NodeCase(
            "node of nothing nowhere",
            node("west", "N1", Map.of(), Map.of(), ""),
            "/cluster UNKNOWN_REFERENCE",
            "/name INVALID_NAME",
            "/capacity REQUIRED"),
        new NodeCase(
            "all of a node wrong at once",
            node(
                "east",
                "n..1",
                Map.of("a b", "-", "ok", "fine"),
                Map.of(Resources.GPU, 1025L, "x y", Long.MAX_VALUE),
                "m".repeat(101),
                new Taint("", "a b", "Now")),
            "/name INVALID_NAME",
            "/labels/a b INVALID_LABEL_KEY",
            "/labels/a b INVALID_LABEL_VALUE",
            "/capacity/nvidia.com~1gpu TOO_LARGE",
            "/capacity/x y INVALID_LABEL_KEY",
            "/capacity/x y TOO_LARGE",
            "/gpuModel TOO_LONG",
            "/taints/0/key INVALID_LABEL_KEY",
            "/taints/0/value INVALID_LABEL_VALUE",
            "/taints/0/effect INVALID_VALUE"));
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void reportsAllFaultsOfANodeAtOnce(NodeCase given) {
    InventoryRules rules = new InventoryRules();
    rules.node("", given.given(), "east"::equals);
    assertThat(codes(rules.faults())).isEqualTo(given.expected());
  }

  private static List<String> codes(List<Fault> faults) {
    return faults.stream().map(fault -> fault.pointer() + " " + fault.code()).toList();
  }

  /// A cluster and `pointer CODE` of each of its faults.
  record ClusterCase(Cluster given, List<String> expected) {}

  static Stream<ClusterCase> clusters() {
    return Stream.of(
        new ClusterCase(new Cluster("east", "simulated", new TreeMap<>()), List.of()),
        new ClusterCase(
            new Cluster("East", "a b", new TreeMap<>(Map.of("a/", " ", "speed", "60"))),
            List.of(
                "/name INVALID_NAME",
                "/backend INVALID_NAME",
                "/settings/a~1 INVALID_LABEL_KEY",
                "/settings/a~1 REQUIRED")));
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void reportsAllFaultsOfAClusterAtOnce(ClusterCase given) {
    InventoryRules rules = new InventoryRules();
    rules.cluster("", given.given());
    assertThat(codes(rules.faults())).isEqualTo(given.expected());
  }

  /// Strategies and heads of a policy, and `pointer CODE` of each fault.
  record PolicyCase(List<FairStrategy> strategies, int heads, List<String> expected) {}

  static Stream<PolicyCase> policies() {
    FairStrategy a = FairStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE;
    FairStrategy b = FairStrategy.LESS_THAN_INITIAL_SHARE;
    List<String> wrong = List.of("/preemptionStrategies INVALID_VALUE");
    return Stream.of(
        new PolicyCase(List.of(a, b), 0, List.of()),
        new PolicyCase(List.of(a), 1, List.of()),
        new PolicyCase(List.of(b), 100_000, List.of()),
        new PolicyCase(List.of(b, a), 0, wrong),
        new PolicyCase(List.of(a, a), 0, wrong),
        new PolicyCase(List.of(), 0, wrong),
        new PolicyCase(List.of(a), -1, List.of("/headsPerProject NEGATIVE")));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void policyIsOneOfThoseThatTheEngineKnows(PolicyCase given) {
    InventoryRules rules = new InventoryRules();
    rules.policy(
        "",
        new SchedulingPolicy(
            true, given.strategies(), PlacementStrategy.PACK, given.heads(), true));
    assertThat(codes(rules.faults())).isEqualTo(given.expected());
  }

  @Test
  void policyHasNoDurationBeyondAYear() {
    long long400 = Duration.ofDays(400).toMillis();
    InventoryRules rules = new InventoryRules();
    rules.policy(
        "",
        SchedulingPolicy.DEFAULT.with(
            new EvictionRules(long400, long400, long400, 0), new QueueOrder(long400, 1000, 0)));
    assertThat(rules.faults())
        .extracting(Fault::pointer, Fault::value, Fault::limit)
        .containsExactly(
            tuple("/evictions/minRuntime", "400d", "366d"),
            tuple("/evictions/notice", "400d", "366d"),
            tuple("/evictions/claim", "400d", "366d"),
            tuple("/order/halfLife", "400d", "366d"));
  }

  static Stream<NodeCase> odd() {
    Map<String, Long> gpus = Map.of(Resources.GPU, 8L);
    Map<String, String> placed = Map.of("gpu", "h200", "block", "b1", "rack", "r1");
    return Stream.of(
        new NodeCase("as the flavor wants it", node("east", "n1", placed, gpus, "H200")),
        new NodeCase(
            "of a flavor without topology",
            node("east", "n1", Map.of("gpu", "a100"), gpus, "A100")),
        new NodeCase(
            "of no flavor",
            node("east", "n1", Map.of("gpu", "b300"), gpus, "B300"),
            "/labels NO_FLAVOR"),
        new NodeCase(
            "without a place",
            node("east", "n1", Map.of("gpu", "h200", "rack", "r1"), gpus, ""),
            "/gpuModel GPU_MODEL_MISSING",
            "/labels/block TOPOLOGY_LABEL_MISSING"),
        new NodeCase(
            "without GPUs", node("east", "n1", Map.of("gpu", "a100"), Map.of("cpu", 1L), "")));
  }

  @ParameterizedTest
  @MethodSource("odd")
  void warnsOfWhatIsProbablyNotMeant(NodeCase given) {
    QuotaConfig config =
        new QuotaConfig(
            1,
            List.of(new Topology("fabric", List.of("block", "rack", "kubernetes.io/hostname"))),
            List.of(flavor("a100", null), flavor("h200", "fabric")),
            List.of(),
            List.of());
    assertThat(codes(InventoryRules.warnings("", given.given(), config)))
        .isEqualTo(given.expected());
  }

  private static Flavor flavor(String name, @Nullable String topology) {
    return new Flavor(name, new TreeMap<>(Map.of("gpu", name)), List.of(), List.of(), topology);
  }
}
