package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.GoldenFiles;
import io.gpuaas.cluster.contract.RunsAndJobs;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.TopologyRequest.Slice;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Jobs before a Kueue that governs, and what it says of them.
class KueueWorkloadTest {
  private static final GoldenFiles FILES = new GoldenFiles("golden");
  private static final String RACK = "example.com/rack";

  private static Site site(String admission) {
    return Site.of(new TreeMap<>(Map.of("admission", admission, "queue", "team-{project}")));
  }

  private static EnsureRun run(TopologyRequest... requests) {
    EnsureRun gang =
        TestRuns.of(
            "01K",
            JobSpec.Type.BATCH,
            0,
            0,
            List.of(
                TestRuns.set("leader", 0, List.of("gpu-a-01")),
                TestRuns.set("workers", 8, List.of("gpu-a-01", "gpu-a-02"))));
    List<PodSet> podSets = new ArrayList<>(gang.podSets());
    for (int i = 0; i < requests.length; i++) {
      podSets.set(i, podSets.get(i).withTopology(requests[i]));
    }
    return TestRuns.with(gang, gang.spec().withPodSets(podSets));
  }

  @Test
  void aJobAndItsRunAreRenderedExactlyAsReviewed() throws IOException {
    Site site = site("kueue-topology");
    TopologyRequest sliced =
        new TopologyRequest(TopologyRequest.Mode.PREFERRED, RACK, List.of(new Slice(RACK, 2)));
    EnsureRun run = run(TopologyRequest.required(RACK), sliced);
    Job job = RunsAndJobs.waiting(run, 1000);
    List<Manifest> all = new ArrayList<>(KueueWorkload.before(job, site));
    all.add(KueueWorkload.of(job, site));
    all.addAll(Backend.of("kueue", site).render(run, site).mains());
    FILES.expect("kueue-governing", all);
  }

  @Test
  void nodesAreAskedForOnlyWhereKueueChoosesThem() {
    Job job = RunsAndJobs.waiting(run(TopologyRequest.required(RACK)), 0);
    assertThat(KueueWorkload.of(job, site("kueue")).tree().tree("spec").trees("podSets"))
        .noneMatch(podSet -> podSet.has("topologyRequest"));
  }

  private static Tree workload(Tree status) {
    return Tree.of("status", status);
  }

  private static Tree condition(String type, boolean holds, String reason, String message) {
    return Tree.of(
        "type", type, "status", holds ? "True" : "False", "reason", reason, "message", message);
  }

  @Test
  void whatItSaysIsTold() {
    assertThat(KueueWorkload.turn(workload(Tree.EMPTY)))
        .isEqualTo(QueueTurn.waiting("Kueue has not looked at it yet."));
    Tree short_ = condition("QuotaReserved", false, "Pending", "insufficient unused quota");
    assertThat(KueueWorkload.turn(workload(Tree.of("conditions", List.of(short_)))))
        .isEqualTo(QueueTurn.waiting("insufficient unused quota"));
    Tree reserved = condition("QuotaReserved", true, "QuotaReserved", "");
    assertThat(KueueWorkload.turn(workload(Tree.of("conditions", List.of(reserved)))))
        .isEqualTo(QueueTurn.waiting("Its quota is reserved; admission checks are open."));
    Tree admitted = condition("Admitted", true, "Admitted", "");
    assertThat(KueueWorkload.turn(workload(Tree.of("conditions", List.of(reserved, admitted)))))
        .isEqualTo(QueueTurn.COME);
    Tree evicted = condition("Evicted", true, "Preempted", "to make room");
    Tree taken = workload(Tree.of("conditions", List.of(reserved, admitted, evicted)));
    assertThat(KueueWorkload.turn(taken)).isEqualTo(QueueTurn.waiting("Preempted: to make room"));
  }

  @Test
  void theNodesThatItHasChosenAreReadOfAllSlices() {
    Tree each = Tree.of("prefix", "gpu-a-0", "roots", List.of("2", "1"), "suffix", ".lan");
    Tree one =
        Tree.of(
            "domainCount",
            2,
            "valuesPerLevel",
            List.of(Tree.of("universal", "r1"), Tree.of("individual", each)));
    Tree other =
        Tree.of(
            "domainCount",
            1,
            "valuesPerLevel",
            List.of(Tree.of("universal", "r2"), Tree.of("universal", "gpu-b-01.lan")));
    Tree assignment =
        Tree.of("levels", List.of(RACK, "kubernetes.io/hostname"), "slices", List.of(one, other));
    Tree assigned = Tree.of("name", "workers", "topologyAssignment", assignment);
    Tree status =
        Tree.of(
            "conditions", List.of(condition("Admitted", true, "Admitted", "")),
            "admission",
                Tree.of("podSetAssignments", List.of(assigned, Tree.of("name", "leader"))));
    assertThat(KueueWorkload.turn(workload(status)).nodes())
        .isEqualTo(
            Map.of(
                "workers",
                new NodeAffinityTerm(
                    "kubernetes.io/hostname",
                    NodeAffinityTerm.Operator.IN,
                    List.of("gpu-a-01.lan", "gpu-a-02.lan", "gpu-b-01.lan"))));
  }

  @Test
  void whatKueueHasNoPlaceForIsRefused() {
    TopologyRequest deep =
        new TopologyRequest(
            TopologyRequest.Mode.REQUIRED,
            "example.com/block",
            List.of(new Slice(RACK, 4), new Slice("kubernetes.io/hostname", 2)));
    Site site = site("kueue");
    assertThat(Backend.of("kueue", site).unmet(run(deep).spec(), site))
        .extracting(Fault::pointer)
        .containsExactly("/spec/podSets/0/topology/slices");
    List<PodSet> many = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      many.add(TestRuns.set("set-" + i, 1, List.of("gpu-a-01")).podSet());
    }
    assertThat(Backend.of("kueue", site).unmet(run().spec().withPodSets(many), site))
        .extracting(Fault::pointer)
        .containsExactly("/spec/podSets");
    assertThat(Backend.of("kueue", site("kueue")).isGoverned()).isTrue();
    assertThat(Backend.of("kueue", site("gpuaas")).isGoverned()).isFalse();
    assertThat(Backend.of("job", site("kueue")).isGoverned()).isFalse();
  }
}
