package io.gpuaas.cluster.internal.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.BackendGuide;
import io.gpuaas.cluster.BackendGuide.Ability;
import io.gpuaas.cluster.BackendGuide.Setting;
import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class BackendCatalogueTest {
  private static final Path PAGES = Path.of("../docs/clusters");

  /// Settings that name files are about the machine, not about the text.
  private static final Set<String> FILES = Set.of("kubeconfig", "context", "tokenFile");

  private static BackendGuide guide(String name) {
    return new BackendCatalogue()
        .all().stream()
            .filter(guide -> guide.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new AssertionError("There is no backend " + name));
  }

  private static List<String> keys(String name) {
    return guide(name).settings().stream().map(Setting::key).sorted().toList();
  }

  @Test
  void eachSettingOfKubernetesIsThereOnce() {
    List<String> keys = new ArrayList<>(Site.KEYS);
    keys.addAll(KubernetesAccess.KEYS);
    keys.addAll(GpuMetrics.KEYS);
    List<String> offered = new ArrayList<>(keys("kueue"));
    offered.addAll(keys("kai"));
    assertThat(offered.stream().distinct().sorted().toList())
        .isEqualTo(keys.stream().sorted().toList());
    assertThat(keys("kueue")).contains("admission").doesNotContain("topologyLevels");
    assertThat(keys("kai")).contains("topologyLevels").doesNotContain("admission");
    assertThat(keys("job")).doesNotHaveDuplicates().doesNotContain("admission", "topologyLevels");
  }

  @Test
  void eachSettingOfSlurmIsThereOnce() {
    List<String> keys = new ArrayList<>(SlurmSite.KEYS);
    keys.addAll(GpuMetrics.KEYS);
    assertThat(keys("slurm")).isEqualTo(keys.stream().sorted().toList());
    assertThat(guide("slurm").settings())
        .filteredOn(Setting::required)
        .extracting(Setting::key)
        .containsExactly("url", "user", "tokenFile");
  }

  /// What is said to hold, and each example, is a value that is taken.
  @Test
  void presetsAndExamplesAreGood() {
    NodeInventory nodes =
        new NodeInventory(new StaticListableBeanFactory().getBeanProvider(InventoryAdmin.class));
    KnownBackends backends =
        new KnownBackends(new ConnectedClusters(InstantSource.system(), 1, nodes));
    for (BackendGuide guide : new BackendCatalogue().all()) {
      for (Setting setting : guide.settings()) {
        for (String value : List.of(setting.preset(), setting.example())) {
          if (!value.isEmpty() && !FILES.contains(setting.key())) {
            Cluster cluster =
                new Cluster("east", guide.name(), new TreeMap<>(Map.of(setting.key(), value)));
            assertThat(backends.faults("", cluster))
                .as("%s %s=%s", guide.name(), setting.key(), value)
                .extracting(Fault::pointer)
                .doesNotContain("/settings/" + setting.key());
          }
        }
      }
    }
  }

  @Test
  void thePagesTellOfEachBackendAndEachSetting() throws IOException {
    String page =
        Files.readString(PAGES.resolve("README.md")) + Files.readString(PAGES.resolve("slurm.md"));
    TreeSet<String> missing = new TreeSet<>();
    for (BackendGuide guide : new BackendCatalogue().all()) {
      if (!page.contains("`" + guide.name() + "`")) {
        missing.add(guide.name());
      }
      if (!guide.name().equals("simulated")) {
        guide.settings().stream()
            .map(Setting::key)
            .filter(key -> !page.contains("`" + key + "`"))
            .forEach(missing::add);
      }
    }
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "simulated, BATCH NOTEBOOK SEVERAL_POD_SETS GPU_SHARES MIG_DEVICES, ''",
    "job, BATCH NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, batch/Job",
    "coscheduling, BATCH NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, batch/Job",
    "kueue, BATCH NOTEBOOK MIG_DEVICES, batch/Job",
    "kai, BATCH NOTEBOOK SEVERAL_POD_SETS GPU_SHARES MIG_DEVICES, batch/Job",
    "volcano, BATCH NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, batch.volcano.sh/Job",
    "native, BATCH NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, batch/Job",
    "jobset, BATCH NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, jobset.x-k8s.io/JobSet",
    "trainjob, BATCH NOTEBOOK MIG_DEVICES, trainer.kubeflow.org/TrainJob",
    "lws, NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, leaderworkerset.x-k8s.io/LeaderWorkerSet",
    "raycluster, NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, ray.io/RayCluster",
    "rayjob, BATCH NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, ray.io/RayJob",
    "pytorchjob, BATCH NOTEBOOK SEVERAL_POD_SETS MIG_DEVICES, kubeflow.org/PyTorchJob",
    "slurm, BATCH NOTEBOOK SEVERAL_POD_SETS, ''",
  })
  void abilitiesAreWhatABackendTakes(String name, String abilities, String kind) {
    assertThat(guide(name).abilities().stream().map(Ability::name).collect(Collectors.joining(" ")))
        .isEqualTo(abilities);
    assertThat(guide(name).manifestKind()).isEqualTo(kind);
    assertThat(guide(name).about()).endsWith(".");
  }

  @Test
  void allBackendsAreThere() {
    assertThat(new BackendCatalogue().all()).hasSize(14);
  }
}
