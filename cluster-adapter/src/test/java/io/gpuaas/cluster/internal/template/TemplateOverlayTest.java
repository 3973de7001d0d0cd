package io.gpuaas.cluster.internal.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.ManifestTemplates.Reading;
import io.gpuaas.cluster.contract.GoldenFiles;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.KnownNodes;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Our objects laid over users' manifests.
class TemplateOverlayTest {
  private static final GoldenFiles FILES = new GoldenFiles("golden-manifests");
  private static final List<String> FILE_NAMES =
      List.of("job", "jobset", "trainjob", "rayjob", "pytorchjob", "lws", "volcano");

  private static Backend.Rendering laid(String file, String backend, Map<String, String> settings)
      throws IOException {
    Tree manifest = ManifestReaderTest.manifest(file);
    Reading.Job job = (Reading.Job) ManifestReader.read(manifest, "");
    List<TestRuns.Placed> placed = new ArrayList<>();
    int next = 0;
    for (PodSet podSet : job.podSets()) {
      List<String> nodes = new ArrayList<>();
      for (int i = 0; i < podSet.count(); i++) {
        nodes.add("gpu-0" + next++);
      }
      placed.add(new TestRuns.Placed(podSet, nodes));
    }
    EnsureRun run =
        TestRuns.running(TestRuns.of("01K", JobSpec.Type.BATCH, 0, 0, placed), List.of());
    Backend.Rendering ours =
        Backend.named(backend).render(run, Site.of(new TreeMap<>(settings)), KnownNodes.NONE);
    return TemplateOverlay.over(manifest, ours);
  }

  @ParameterizedTest
  @CsvSource({
    "job, job",
    "jobset, jobset",
    "trainjob, trainjob",
    "rayjob, rayjob",
    "pytorchjob, pytorchjob",
    "lws, lws",
    "volcano, volcano",
  })
  void laysExactlyTheReviewedObjects(String file, String backend) throws IOException {
    FILES.expect(file, laid(file, backend, Map.of()).mains());
  }

  @Test
  void everyGoldenFileHasACase() throws IOException {
    FILES.areExactly(Stream.concat(FILE_NAMES.stream(), Stream.empty()));
  }

  private static Tree podSpec(Map<String, String> settings) throws IOException {
    return laid("job", "job", settings).mains().getFirst().tree().tree("spec", "template", "spec");
  }

  @Test
  void whatTheFabricNeedsIsAddedToTheFirstContainerOnly() throws IOException {
    Tree pod = podSpec(Map.of("fabric", "infiniband", "rdmaResource", "rdma/hca"));

    assertThat(pod.trees("containers").getFirst().tree("resources"))
        .isEqualTo(
            Tree.of(
                "requests", Tree.of("cpu", "64", "memory", "512Gi", "rdma/hca", "1"),
                "limits", Tree.of("nvidia.com/gpu", "8", "rdma/hca", "1")));
    assertThat(pod.trees("containers").getLast().tree("resources"))
        .isEqualTo(Tree.of("requests", Tree.of("cpu", "500m", "memory", "1Gi")));
  }

  @Test
  void gpusThatAreClaimedAreNoAmountsAnyMore() throws IOException {
    Tree resources =
        podSpec(Map.of("devices", "claims")).trees("containers").getFirst().tree("resources");

    assertThat(resources.tree("limits").has("nvidia.com/gpu")).isFalse();
    assertThat(resources.trees("claims")).containsExactly(Tree.of("name", "gpus"));
  }

  @Test
  void whatTheUserMountsAndSetsStays() throws IOException {
    Tree pod = podSpec(Map.of("checkpointClass", "fs"));
    Tree trainer = pod.trees("containers").getFirst();

    assertThat(trainer.trees("volumeMounts"))
        .extracting(it -> it.text("name"))
        .contains("checkpoints", "data", "own-shm")
        .doesNotContain("shm");
    assertThat(pod.trees("volumes")).extracting(it -> it.text("name")).doesNotContain("shm");
    assertThat(trainer.trees("env"))
        .contains(Tree.of("name", "NCCL_DEBUG", "value", "INFO"))
        .anyMatch(it -> it.text("name").equals("TOKEN"));
    assertThat(pod.flag("automountServiceAccountToken")).isFalse();
    assertThat(pod.trees("tolerations")).hasSize(2);
  }

  @Test
  void aTrainJobKeepsItsRuntimeAndItsOwnPatches() throws IOException {
    Backend.Rendering laid = laid("trainjob", "trainjob", Map.of());
    Tree spec = laid.mains().getFirst().tree().tree("spec");

    assertThat(spec.text("runtimeRef", "name")).isEqualTo("torch-distributed");
    assertThat(laid.lasting())
        .noneMatch(it -> it.tree().text("kind").equals("ClusterTrainingRuntime"));
    assertThat(spec.tree("trainer").trees("env"))
        .noneMatch(it -> it.text("name").startsWith("PET_"));
  }
}
