package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.GoldenFiles;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.SecretUse;
import io.gpuaas.quota.DataSource.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The manifests of each backend are files that people review.
class GoldenManifestsTest {
  private static final GoldenFiles FILES = new GoldenFiles("golden");

  /// What is rendered.
  ///
  /// @param file of the expected manifests
  record Case(String file, String backend, EnsureRun run, Map<String, String> settings) {
    @Override
    public String toString() {
      return file;
    }
  }

  private static final Map<String, String> CLAIMED =
      Map.of("devices", "claims", "computeDomains", "true", "ncclTopology", "DGX-H200=nccl-h200");
  private static final Map<String, String> BOARD =
      Map.of(
          "checkpointNfs", "nas.example:/exports/gpu",
          "tensorBoardImage", "registry.example/tensorboard:2",
          "webNamespace", "ingress",
          "podSecurity", "restricted",
          "numaPolicy", "restricted");
  private static final Map<String, String> STORE =
      Map.of(
          "checkpointUri", "s3://checkpoints/{project}/{job}",
          "checkpointSecret", "object-store",
          "egress", "10.20.0.0/16:443,fd00::/8,[fd01::/16]:443",
          "scratchClass", "local-nvme");
  private static final Map<String, String> RAY =
      Map.of("rayTlsSecret", "ray-certificates", "rayTokens", "true", "rayNamespace", "ray-system");
  private static final Map<String, String> TOPOLOGY =
      Map.of("topology", "fabric", "topologyLevels", "example.com/block,example.com/rack");
  private static final List<String> SPREAD = List.of("gpu-a-01", "gpu-a-02");

  static Stream<Case> cases() {
    EnsureRun gang = TestRuns.gang("01K", 8, 0, 0, SPREAD);
    EnsureRun single = TestRuns.gang("01K", 4, 0, 0, List.of("gpu-a-01", "gpu-a-01"));
    EnsureRun pair = pair(JobSpec.Type.BATCH, "leader", "workers");
    Map<String, String> fabric =
        Map.of(
            "fabric", "infiniband",
            "rdmaResource", "rdma/hca_shared_devices_a",
            "network", "ib-fabric",
            "ncclHca", "=mlx5_0,mlx5_1",
            "checkpointClass", "shared-fs",
            "priorityClasses", "high=train-high",
            "egress", "10.20.0.0/16");
    return Stream.of(
        new Case("job", "job", gang, Map.of()),
        new Case("job-one-node", "job", single, Map.of()),
        new Case("job-two-pod-sets", "job", pair, Map.of()),
        new Case("job-with-fabric-and-storage", "job", gang, fabric),
        new Case("job-with-claims-and-nvlink", "job", gang, CLAIMED),
        new Case("job-with-nfs-and-board", "job", wanting(gang), BOARD),
        new Case("job-with-object-store", "job", gang, STORE),
        new Case("job-with-data-and-secrets", "job", using(gang), Map.of()),
        new Case("rayjob-with-tls", "rayjob", pair(JobSpec.Type.BATCH, "head", "rank"), RAY),
        new Case("coscheduling", "coscheduling", gang, Map.of("schedulerName", "coscheduling")),
        new Case("kueue", "kueue", gang, Map.of("queue", "team-{project}")),
        new Case("kai", "kai", gang, Map.of()),
        new Case("kai-with-sub-groups", "kai", inRacks(pair), TOPOLOGY),
        new Case("volcano", "volcano", gang, Map.of()),
        new Case("volcano-with-topology", "volcano", inRacks(gang), TOPOLOGY),
        new Case("native", "native", gang, Map.of()),
        new Case("jobset", "jobset", pair, Map.of()),
        new Case("trainjob", "trainjob", gang, Map.of()),
        new Case("lws", "lws", endless(), Map.of()),
        new Case("rayjob", "rayjob", pair(JobSpec.Type.BATCH, "head", "rank"), Map.of()),
        new Case(
            "raycluster",
            "raycluster",
            TestRuns.running(pair(JobSpec.Type.NOTEBOOK, "head", "rank"), List.of()),
            Map.of()),
        new Case("pytorchjob", "pytorchjob", gang, Map.of()));
  }

  /// The first pod set in one rack, the others in one block if that can be.
  private static EnsureRun inRacks(EnsureRun run) {
    List<PodSet> podSets = new ArrayList<>();
    for (PodSet podSet : run.podSets()) {
      podSets.add(
          podSet.withTopology(
              podSets.isEmpty()
                  ? TopologyRequest.required("example.com/rack")
                  : TopologyRequest.preferred("example.com/block")));
    }
    return TestRuns.with(run, run.spec().withPodSets(podSets));
  }

  private static EnsureRun wanting(EnsureRun run) {
    return TestRuns.with(run, run.spec().with(new JobSpec.Companions("tb", 9400), null));
  }

  private static EnsureRun using(EnsureRun run) {
    List<DataUse> data =
        List.of(
            new DataUse("imagenet", Kind.CLAIM, "imagenet-2026", "", "/data/imagenet", true),
            new DataUse("results", Kind.NFS, "filer.example:/exports/results", "", "/out", false),
            new DataUse("web-text", Kind.OBJECT_STORE, "s3://corpus/web", "corpus", "", true));
    List<SecretUse> secrets = List.of(new SecretUse("HF_TOKEN", "hugging-face", "token"));
    JobSpec.Companions companions = new JobSpec.Companions("", 0, data, secrets);
    return TestRuns.with(run, run.spec().with(companions, null));
  }

  private static EnsureRun pair(JobSpec.Type type, String first, String second) {
    return TestRuns.of(
        "01K",
        type,
        0,
        0,
        List.of(TestRuns.set(first, 0, List.of("gpu-a-01")), TestRuns.set(second, 8, SPREAD)));
  }

  private static EnsureRun endless() {
    return TestRuns.of(
        "01K", JobSpec.Type.NOTEBOOK, 0, 0, List.of(TestRuns.set("workers", 8, SPREAD)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rendersExactlyTheReviewedManifests(Case it) throws IOException {
    Backend.Rendering rendering =
        Backend.named(it.backend()).render(it.run(), site(it), GoldenManifestsTest::labels);
    FILES.expect(it.file(), rendering.all());
    assertThat(rendering.all()).allMatch(made -> !Kinds.of(made.tree()).plural().isEmpty());
  }

  private static Site site(Case it) {
    return Site.of(new TreeMap<>(it.settings()));
  }

  /// All nodes are of one NVLink clique and of one kind of machine.
  private static SortedMap<String, String> labels(String node) {
    return new TreeMap<>(
        Map.of("nvidia.com/gpu.clique", "7b96.1", "nvidia.com/gpu.machine", "DGX-H200"));
  }

  @Test
  void everyGoldenFileHasACase() throws IOException {
    FILES.areExactly(Stream.concat(cases().map(Case::file), Stream.of("kueue-governing")));
  }

  @Test
  void everyBackendHasAGoldenFile() {
    assertThat(cases().map(Case::backend).distinct()).containsAll(Backend.names());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyBackendTakesItsOwnCase(Case it) {
    assertThat(Backend.named(it.backend()).unmet(it.run().spec(), site(it))).isEmpty();
  }
}
