package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How pods find each other: each backend calls its pods otherwise.
class RendezvousTest {
  private static final List<String> NODES = List.of("n1", "n2", "n3");

  /// Variables of the first container that has some, by name.
  private static SortedMap<String, String> variables(String backend, EnsureRun run) {
    Backend.Rendering rendering = Backend.named(backend).render(run, Site.of(new TreeMap<>()));
    TreeMap<String, String> variables = new TreeMap<>();
    for (Manifest main : rendering.mains()) {
      for (Tree variable : environment(main.tree())) {
        String from = variable.text("valueFrom", "fieldRef", "fieldPath");
        variables.put(variable.text("name"), from.isEmpty() ? variable.text("value") : from);
      }
    }
    return variables;
  }

  private static List<Tree> environment(Tree tree) {
    List<Tree> all = new ArrayList<>(tree.trees("env"));
    for (Object value : tree.fields().values()) {
      if (value instanceof Tree inner) {
        all.addAll(environment(inner));
      }
      if (value instanceof List<?> list) {
        list.stream()
            .filter(Tree.class::isInstance)
            .forEach(it -> all.addAll(environment((Tree) it)));
      }
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "job,          run-01k-0.run-01k,         batch.kubernetes.io/job-completion-index",
    "kueue,        run-01k-0.run-01k,         batch.kubernetes.io/job-completion-index",
    "kai,          run-01k-0.run-01k,         batch.kubernetes.io/job-completion-index",
    "native,       run-01k-0.run-01k,         batch.kubernetes.io/job-completion-index",
    "jobset,       run-01k-workers-0-0.run-01k, batch.kubernetes.io/job-completion-index",
    "trainjob,     run-01k-node-0-0.run-01k,  batch.kubernetes.io/job-completion-index",
    "volcano,      run-01k-workers-0-0.run-01k, 2",
    "lws,          run-01k-0.run-01k,         leaderworkerset.sigs.k8s.io/worker-index",
  })
  void masterAndRankAreNamedAsTheBackendNamesThem(String backend, String master, String index) {
    SortedMap<String, String> is = variables(backend, TestRuns.gang("01K", 8, 0, 0, NODES));

    assertThat(is).containsEntry("MASTER_ADDR", master).containsEntry("WORLD_SIZE", "24");
    assertThat(is).containsEntry("PET_NNODES", "3").containsEntry("PET_NPROC_PER_NODE", "8");
    assertThat(is.get("NODE_RANK")).contains(index).isEqualTo(is.get("JAX_PROCESS_ID"));
    assertThat(is).doesNotContainKey("RANK");
  }

  @ParameterizedTest
  @CsvSource({"pytorchjob", "rayjob", "raycluster"})
  void whereTheOperatorTellsThemWeDoNot(String backend) {
    EnsureRun gang =
        TestRuns.of(
            "01K",
            JobSpec.Type.BATCH,
            0,
            0,
            List.of(TestRuns.set("head", 0, List.of("n1")), TestRuns.set("rank", 8, NODES)));

    assertThat(variables(backend, gang)).doesNotContainKeys("MASTER_ADDR", "NODE_RANK");
    assertThat(variables(backend, gang)).containsEntry("GPUAAS_RESUME", "false");
  }

  @Test
  void aPodThatIsOneProcessKnowsItsRank() {
    SortedMap<String, String> is = variables("job", TestRuns.gang("01K", 1, 0, 0, NODES));

    assertThat(is).containsEntry("WORLD_SIZE", "3").containsEntry("LOCAL_RANK", "0");
    assertThat(is.get("RANK")).isEqualTo(is.get("NODE_RANK"));
  }

  @Test
  void onePodHasNobodyToFind() {
    EnsureRun one = TestRuns.gang("01K", 8, 0, 0, List.of("n1"));

    assertThat(variables("job", one)).doesNotContainKeys("MASTER_ADDR", "GPUAAS_HOSTFILE");
    assertThat(Backend.named("job").render(one, Site.of(new TreeMap<>())).all())
        .noneMatch(made -> made.tree().text("kind").equals("ConfigMap"));
  }

  @Test
  void theHostFileHasALineForEachPod() {
    Backend.Rendering rendering =
        Backend.named("volcano")
            .render(TestRuns.gang("01K", 4, 0, 0, NODES), Site.of(new TreeMap<>()));

    assertThat(rendering.around())
        .extracting(made -> made.tree().text("data", "hostfile"))
        .contains(
            """
            run-01k-workers-0-0.run-01k slots=4
            run-01k-workers-1-0.run-01k slots=4
            run-01k-workers-2-0.run-01k slots=4
            """);
  }
}
