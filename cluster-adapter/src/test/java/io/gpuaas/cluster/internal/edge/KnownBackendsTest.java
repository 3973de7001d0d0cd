package io.gpuaas.cluster.internal.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.Inventory;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SchedulingPolicy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/// What a job needs is asked of the backends that are connected, whatever they are.
class KnownBackendsTest {
  private final ConnectedClusters clusters =
      new ConnectedClusters(
          InstantSource.system(),
          1,
          new NodeInventory(new StaticListableBeanFactory().getBeanProvider(InventoryAdmin.class)));

  @AfterEach
  void close() {
    clusters.destroy();
  }

  private List<Fault> unmet(JobSpec spec, String... backends) {
    List<Cluster> all = new ArrayList<>();
    for (String backend : backends) {
      Map<String, String> settings =
          backend.equals("slurm")
              ? Map.of("url", "http://127.0.0.1:1", "user", "u", "tokenFile", "none")
              : Map.of();
      all.add(new Cluster("c-" + backend, backend, new TreeMap<>(settings)));
    }
    clusters.connect(new Inventory(1, all, List.of(), SchedulingPolicy.DEFAULT), (_, _) -> {});
    return new KnownBackends(clusters).unmet(spec);
  }

  private static JobSpec twoPodSets() {
    return TestRuns.of(
            "x",
            JobSpec.Type.BATCH,
            0,
            0,
            List.of(
                TestRuns.set("leader", 0, List.of("n1")),
                TestRuns.set("workers", 2, List.of("n1"))))
        .spec();
  }

  @Test
  void aJobForSlurmIsTakenWhereOnlySlurmIs() {
    assertThat(unmet(TestRuns.gang("x", 2, 0, 0, List.of("n1")).spec(), "slurm")).isEmpty();
  }

  @Test
  void aSettingThatABackendHasNoUseForIsNamed() {
    Map<String, String> settings = Map.of("admission", "kueue", "topologyLevels", "rack");
    KnownBackends known = new KnownBackends(clusters);
    assertThat(known.faults("", new Cluster("c", "job", new TreeMap<>(settings))))
        .extracting(Fault::pointer)
        .containsExactly("/settings/admission", "/settings/topologyLevels");
    assertThat(known.faults("", new Cluster("c", "kueue", new TreeMap<>(settings))))
        .extracting(Fault::pointer)
        .containsExactly("/settings/topologyLevels");
  }

  private static Cluster choosing(String name, String backend, String backends) {
    return new Cluster(name, backend, new TreeMap<>(Map.of("backends", backends)));
  }

  private static JobSpec asking(String backend) {
    return TestRuns.gang("x", 2, 0, 0, List.of("n1")).spec().draft().backend(backend).spec();
  }

  @Test
  void jobsMayAskForWhatAClusterListsAndForNothingElse() {
    List<Cluster> all =
        List.of(choosing("a", "job", "jobset"), new Cluster("b", "trainjob", new TreeMap<>()));
    clusters.connect(new Inventory(1, all, List.of(), SchedulingPolicy.DEFAULT), (_, _) -> {});
    KnownBackends known = new KnownBackends(clusters);
    assertThat(known.unmet(asking(""))).isEmpty();
    assertThat(known.unmet(asking("jobset"))).isEmpty();
    assertThat(known.unfit(asking("jobset"))).containsExactly("b");
    assertThat(known.unfit(asking("trainjob"))).containsExactly("a");
    assertThat(known.unmet(asking("volcano")))
        .containsExactly(
            new Fault(
                "/spec/backend",
                "BACKEND_NOT_ALLOWED",
                "Jobs may ask for job, jobset, trainjob.",
                "volcano",
                "job, jobset, trainjob"));
  }

  @Test
  void theBackendThatCouldIsSaidOfAJobThatIsRefused() {
    List<Cluster> all = List.of(choosing("a", "trainjob", "jobset,lws"));
    clusters.connect(new Inventory(1, all, List.of(), SchedulingPolicy.DEFAULT), (_, _) -> {});
    KnownBackends known = new KnownBackends(clusters);
    assertThat(known.unmet(twoPodSets()))
        .extracting(Fault::pointer, Fault::detail)
        .containsExactly(
            tuple(
                "/spec/podSets",
                "The backend trainjob takes jobs with one pod set; job, jobset take several."
                    + " A job that asks for one of the backends jobset is taken."));
    assertThat(known.unmet(twoPodSets().draft().backend("jobset").spec())).isEmpty();
    assertThat(known.unmet(asking("lws"))).extracting(Fault::pointer).containsExactly("/spec/type");
  }

  @Test
  void whatAClusterMayListIsChecked() {
    KnownBackends known = new KnownBackends(clusters);
    assertThat(known.faults("", choosing("c", "job", "jobset, kueue"))).isEmpty();
    assertThat(known.faults("", choosing("c", "job", "slurm")))
        .extracting(Fault::pointer, Fault::code)
        .containsExactly(tuple("/settings/backends", "INVALID_VALUE"));
    assertThat(known.faults("", choosing("c", "simulated", "job")))
        .extracting(Fault::pointer)
        .containsExactly("/settings/backends");
    Map<String, String> governed = Map.of("admission", "kueue", "backends", "job");
    assertThat(known.faults("", new Cluster("c", "kueue", new TreeMap<>(governed))))
        .extracting(Fault::pointer, Fault::code)
        .containsExactly(tuple("/settings/backends", "CONFLICT"));
    Map<String, String> levels = Map.of("topologyLevels", "rack", "backends", "volcano");
    assertThat(known.faults("", new Cluster("c", "job", new TreeMap<>(levels)))).isEmpty();
  }

  @Test
  void whatNoConnectedBackendCanGiveIsRefused() {
    JobSpec board = twoPodSets().with(new JobSpec.Companions("logs", 0), null);
    assertThat(unmet(twoPodSets(), "slurm")).isEmpty();
    assertThat(unmet(board, "slurm")).isNotEmpty();
    assertThat(unmet(board, "slurm", "simulated")).isEmpty();
  }
}
