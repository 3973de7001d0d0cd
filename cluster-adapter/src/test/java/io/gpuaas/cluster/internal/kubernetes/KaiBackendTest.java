package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.peers.ModelledCluster;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.StopRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Backend `kai`: a model plays its scheduler.
class KaiBackendTest extends ModelContract {
  @Override
  protected ModelledCluster newCluster() {
    return ModelledCluster.kai("vision");
  }

  @Override
  protected String backend() {
    return "kai";
  }

  /// Ranks keep their order: each pod waits at our gate until it has been told its node.
  @Override
  protected void isWhereItWasPlaced(EnsureRun run) {
    for (Tree pod : pods(run)) {
      String index = pod.text("metadata", "labels", "batch.kubernetes.io/job-completion-index");
      assertThat(pod.text("spec", "nodeName"))
          .isEqualTo(
              run.assignments().getFirst().nodes().get(Integer.parseInt(index)).node().name());
    }
  }

  @Test
  void aQueueThatIsNotThereHoldsAllPods() {
    EnsureRun run = TestRuns.ofProject(gang(id("q"), 0, 0), "elsewhere");
    port().send(List.of(run));
    Heard.until(
        "the group says that its queue is missing",
        () ->
            cluster().list("scheduling.run.ai/podgroups").stream()
                .flatMap(group -> group.trees("status", "schedulingConditions").stream())
                .anyMatch(it -> it.text("reason").equals("QueueDoesNotExist")));
    assertThat(pods(run)).allMatch(pod -> pod.text("spec", "nodeName").isEmpty());
    port().send(List.of(new StopRun(run.run(), 2, run.issuedAt(), 2)));
    nothingIsLeft(run);
  }
}
