package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Backend `kueue`: Kueue admits what we have placed.
class KueueBackendTestbedIT extends KubernetesContract {
  @RegisterExtension
  static final Peer OPERATOR = new Peer("state/operators/kueue", "state/operators/kueue.missing");

  @Override
  protected String backend() {
    return "kueue";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("queue", "contract");
  }

  @BeforeEach
  void makeQueues() {
    new KueueQueues(client).make();
  }

  /// As an operator does it, and as Kueue itself does when it preempts.
  @Test
  void whatKueueEvictsEndsInItsWordsAndIsNotWaitedFor() {
    EnsureRun run = gang(id("evict"), 0, 0);
    port().send(List.of(run));
    heard.await(run.run(), RunStarted.class);
    new KueueQueues(client).deactivate(run.run());
    RunEnded ended = heard.await(run.run(), RunEnded.class);
    assertThat(ended.outcome()).isEqualTo(RunOutcome.NODE_FAILED);
    assertThat(ended.message()).startsWith("The backend kueue took it back: Deactivated");
    port().send(List.of(new RemoveRun(run.run(), 2, ended.at())));
    heard.await(run.run(), RunGone.class);
    nothingIsLeft(run);
  }
}
