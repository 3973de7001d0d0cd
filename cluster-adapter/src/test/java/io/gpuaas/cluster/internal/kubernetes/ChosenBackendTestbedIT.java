package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Jobs that ask for a JobSet on a cluster of Jobs, with the rights of these two: the real API
/// server, job controller, scheduler and JobSet controller.
class ChosenBackendTestbedIT extends KubernetesContract {
  @RegisterExtension static final Peer OPERATOR = Peer.operator("jobset");

  @Override
  protected String backend() {
    return "job";
  }

  @Override
  protected String[] rights() {
    return new String[] {"job", "jobset"};
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("backends", "jobset");
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    return TestRuns.drivenBy(super.gang(id, millis, exitCode), "jobset");
  }

  @Override
  protected void nothingIsLeft(EnsureRun run) {
    super.nothingIsLeft(run);
    ObjectApi api = new ObjectApi(client);
    Heard.until("no JobSet is left", () -> api.ofRun(Kinds.JOB_SET, run.run().value()).isEmpty());
  }

  @Test
  void bothKindsRunSideBySide() {
    EnsureRun chosen = gang(id("set"), 0, 0);
    EnsureRun own = super.gang(id("own"), 0, 0);
    port().send(List.of(chosen, own));
    heard.await(chosen.run(), RunStarted.class);
    heard.await(own.run(), RunStarted.class);
    ObjectApi api = new ObjectApi(client);
    assertThat(api.ofRun(Kinds.JOB_SET, chosen.run().value())).hasSize(1);
    assertThat(api.ofRun(Kinds.JOB_SET, own.run().value())).isEmpty();
    port().send(List.of(stop(chosen), stop(own)));
    heard.await(chosen.run(), RunGone.class);
    heard.await(own.run(), RunGone.class);
    nothingIsLeft(chosen);
    nothingIsLeft(own);
  }
}
