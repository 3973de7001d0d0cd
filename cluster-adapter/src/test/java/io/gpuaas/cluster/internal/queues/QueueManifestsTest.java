package io.gpuaas.cluster.internal.queues;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.QueueObjects.Difference;
import io.gpuaas.cluster.contract.GoldenFiles;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One quota tree as each scheduler's own queues: a project that lends and borrows, one with
/// limits, one that shares with nobody.
class QueueManifestsTest {
  private static final GoldenFiles FILES = new GoldenFiles("golden-queues");
  private static final long GIB = 1L << 30;

  private static Quota quota(
      String flavor, String resource, long nominal, @Nullable Long borrow, @Nullable Long lend) {
    return new Quota(new FlavorResource(flavor, resource), nominal, borrow, lend);
  }

  private static Project project(
      String name, @Nullable String cohort, ResourceGroup group, List<Quota> quotas) {
    return new Project(
        name,
        cohort,
        name.equals("vision") ? 2000 : 1000,
        Project.QueueingStrategy.STRICT_FIFO,
        stopPolicy(name),
        List.of(group),
        quotas,
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  private static Project.StopPolicy stopPolicy(String name) {
    return switch (name) {
      case "alone" -> Project.StopPolicy.HOLD;
      case "bare" -> Project.StopPolicy.HOLD_AND_DRAIN;
      default -> Project.StopPolicy.NONE;
    };
  }

  private static QuotaConfig quotas() {
    ResourceGroup gpus = new ResourceGroup(List.of(Resources.GPU), List.of("h200", "l40s"));
    ResourceGroup all =
        new ResourceGroup(List.of(Resources.CPU, Resources.MEMORY, Resources.GPU), List.of("h200"));
    Flavor h200 =
        new Flavor(
            "h200",
            new TreeMap<>(Map.of("nvidia.com/gpu.product", "NVIDIA-H200")),
            List.of(new Taint("team", "ml", "NoSchedule")),
            List.of(new Toleration("team", "Equal", "ml", "NoSchedule")),
            "fabric");
    Flavor l40s = new Flavor("l40s", new TreeMap<>(), List.of(), List.of(), null);
    return new QuotaConfig(
        1,
        List.of(new Topology("fabric", List.of("example.com/rack", "kubernetes.io/hostname"))),
        List.of(h200, l40s),
        List.of(
            new Cohort(
                "company", null, 1000, List.of(quota("h200", Resources.GPU, 16, null, null))),
            new Cohort("research", "company", 1000, List.of())),
        List.of(
            project(
                "alone",
                null,
                all,
                List.of(
                    quota("h200", Resources.CPU, 64_000, null, null),
                    quota("h200", Resources.MEMORY, 512 * GIB, null, null),
                    quota("h200", Resources.GPU, 8, null, null))),
            project("speech", "research", gpus, List.of(quota("h200", Resources.GPU, 32, 8L, 16L))),
            project(
                "vision",
                "research",
                gpus,
                List.of(
                    quota("h200", Resources.GPU, 64, null, null),
                    quota("l40s", Resources.GPU, 8, null, null)))));
  }

  private static List<Manifest> rendered(String backend) {
    return new QueueManifests(backend, quotas(), Site.of(new TreeMap<>())).all();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kueue", "kai", "volcano", "job"})
  void rendersExactlyTheReviewedQueues(String backend) throws IOException {
    FILES.expect(backend, rendered(backend));
  }

  @Test
  void whereKueueGovernsOrderVictimsAndNodesAreItsOwn() throws IOException {
    Site site = Site.of(new TreeMap<>(Map.of("admission", "kueue-topology")));
    FILES.expect("kueue-governing", new QueueManifests("kueue", quotas(), site).all());
  }

  /// Two blocks of one and two racks; a node that is in none is left out.
  private static List<SortedMap<String, String>> nodes() {
    List<SortedMap<String, String>> nodes = new ArrayList<>();
    for (String place : List.of("b1/r1", "b1/r1", "b2/R 1", "b2/r2")) {
      String[] levels = place.split("/", -1);
      nodes.add(
          new TreeMap<>(Map.of("example.com/block", levels[0], "example.com/rack", levels[1])));
    }
    nodes.add(new TreeMap<>(Map.of("example.com/block", "b3")));
    return nodes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"kai", "volcano"})
  void theTopologyThatItsSchedulerKnowsIsKeptToo(String backend) throws IOException {
    Map<String, String> settings =
        Map.of("topology", "fabric", "topologyLevels", "example.com/block,example.com/rack");
    Site site = Site.of(new TreeMap<>(settings));
    List<Manifest> more = new QueueManifests(backend, quotas(), site, nodes()).all();
    List<Manifest> before = rendered(backend);
    FILES.expect(
        backend + "-topology", more.stream().filter(made -> !before.contains(made)).toList());
  }

  /// As Kueue words the rules of a project; of a cohort only where there is one.
  @ParameterizedTest
  @CsvSource({
    "NEVER, NEVER, NEVER, c, Never Never -",
    "LOWER_PRIORITY, LOWER_PRIORITY, NEVER, c, LowerPriority LowerPriority -",
    "LOWER_OR_NEWER_EQUAL_PRIORITY, ANY, LOWER_PRIORITY, c,"
        + " LowerOrNewerEqualPriority Any LowerPriority",
    "LOWER_PRIORITY, NEVER, LOWER_PRIORITY, c, LowerPriority Never -",
    "LOWER_PRIORITY, ANY, LOWER_PRIORITY, , LowerPriority Never -",
  })
  void whereKueueGovernsItPreemptsByTheProjectsRules(
      PreemptionPolicy.WithinProject within,
      PreemptionPolicy.Reclaim reclaim,
      PreemptionPolicy.Borrow borrow,
      @Nullable String cohort,
      String rules) {
    Project project =
        new Project(
            "p",
            cohort,
            1000,
            Project.QueueingStrategy.BEST_EFFORT_FIFO,
            Project.StopPolicy.NONE,
            List.of(new ResourceGroup(List.of(Resources.GPU), List.of("h200"))),
            List.of(quota("h200", Resources.GPU, 8, null, null)),
            new PreemptionPolicy(within, reclaim, borrow, 500),
            FlavorFungibility.DEFAULT);
    Flavor bare = new Flavor("h200", new TreeMap<>(), List.of(), List.of(), "fabric");
    QuotaConfig config = new QuotaConfig(1, List.of(), List.of(bare), List.of(), List.of(project));
    Site site = Site.of(new TreeMap<>(Map.of("admission", "kueue-topology")));
    List<Manifest> all = new QueueManifests("kueue", config, site).all();
    assertThat(all).noneMatch(made -> made.tree().tree("spec").has("topologyName"));
    Tree spec =
        all.stream()
            .map(Manifest::tree)
            .filter(made -> made.text("kind").equals("ClusterQueue"))
            .findFirst()
            .orElseThrow()
            .tree("spec");
    assertThat(spec.text("queueingStrategy")).isEqualTo("BestEffortFIFO");
    String policy = spec.tree("preemption").text("borrowWithinCohort", "policy");
    assertThat(
            "%s %s %s"
                .formatted(
                    spec.text("preemption", "withinClusterQueue"),
                    spec.text("preemption", "reclaimWithinCohort"),
                    policy.isEmpty() ? "-" : policy))
        .isEqualTo(rules);
  }

  @Test
  void everyGoldenFileHasACase() throws IOException {
    FILES.areExactly(
        Stream.of(
            "kueue",
            "kueue-governing",
            "kai",
            "kai-topology",
            "volcano",
            "volcano-topology",
            "job"));
  }

  @Test
  void whereNamespacesAreSomebodyElsesNoneIsMade() {
    Site site = Site.of(new TreeMap<>(Map.of("createNamespaces", "false")));
    assertThat(new QueueManifests("job", quotas(), site).all())
        .extracting(made -> made.tree().text("kind"))
        .containsOnly("ResourceQuota");
  }

  @Test
  void quotasOfPodsAndOfWhatHasNoGpusAreNoneOfGpus() {
    ResourceGroup group = new ResourceGroup(List.of(Resources.CPU, Resources.PODS), List.of("cpu"));
    Project bare =
        project(
            "bare",
            "nowhere",
            group,
            List.of(
                quota("cpu", Resources.CPU, 8_000, null, null),
                quota("cpu", Resources.PODS, 10, null, null)));
    QuotaConfig config = new QuotaConfig(1, List.of(), List.of(), List.of(), List.of(bare));
    Site site = Site.of(new TreeMap<>(Map.of("createNamespaces", "false")));

    assertThat(new QueueManifests("job", config, site).all()).isEmpty();
    Tree volcano = new QueueManifests("volcano", config, site).all().getFirst().tree();
    assertThat(volcano.tree("spec", "capability")).isEqualTo(Tree.of("cpu", "8"));
    assertThat(
            new QueueManifests("kueue", config, site)
                .all()
                .getFirst()
                .tree()
                .text("spec", "stopPolicy"))
        .isEqualTo("HoldAndDrain");
    Tree kai = new QueueManifests("kai", config, site).all().getFirst().tree();
    assertThat(kai.tree("spec", "resources").tree("gpu").number("limit")).isEqualTo(-1);
  }

  @Test
  void differencesAreNamedByTheirPlacesAndOwnFieldsOfTheClusterAreNone() {
    Tree before =
        Tree.of(
            "kind", "Queue",
            "metadata", Tree.of("uid", "u", "labels", Tree.of("a", "1")),
            "spec", Tree.of("weight", 1, "deserved", Tree.of("nvidia.com/gpu", "8")),
            "status", Tree.of("running", 3));
    Tree after =
        Tree.of(
            "metadata", Tree.of("uid", "v", "labels", Tree.of("a", "1")),
            "spec", Tree.of("deserved", Tree.of("nvidia.com/gpu", "16"), "list", List.of("x")));

    assertThat(QueueChange.between(before, after))
        .containsExactly(
            new Difference("/spec/deserved/nvidia.com~1gpu", "8", "16"),
            new Difference("/spec/list", null, "[x]"),
            new Difference("/spec/weight", "1", null));
    assertThat(QueueChange.between(before, before)).isEmpty();
    assertThat(QueueChange.between(null, Tree.of("spec", Tree.of("a", List.of(1, 2)))))
        .containsExactly(new Difference("/spec", null, "{a=[1, 2]}"));
    assertThat(
            QueueChange.between(
                Tree.of("l", List.of("a", "b")), Tree.of("l", List.of("a", "c", "d"))))
        .containsExactly(new Difference("/l/1", "b", "c"), new Difference("/l/2", null, "d"));
  }
}
