package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.cluster.peers.ModelledCluster;
import io.gpuaas.placement.Observation.RunGone;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/// Jobs that ask for another backend than that of their cluster: the whole contract holds for them,
/// after a restart of ours, too.
class ChosenBackendTest extends ModelContract {
  private static final String OWN_JOBS = "batch/jobs";
  private static final String CHOSEN_JOBS = "kubeflow.org/pytorchjobs";

  @Override
  protected ModelledCluster newCluster() {
    return ModelledCluster.trainingOperator();
  }

  @Override
  protected String backend() {
    return "job";
  }

  @Override
  protected SortedMap<String, String> settings() {
    SortedMap<String, String> settings = super.settings();
    settings.put("backends", "pytorchjob");
    return settings;
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    return TestRuns.drivenBy(super.gang(id, millis, exitCode), "pytorchjob");
  }

  @Override
  protected void nothingIsLeft(EnsureRun run) {
    super.nothingIsLeft(run);
    assertThat(cluster().list(CHOSEN_JOBS)).isEmpty();
  }

  @Override
  protected boolean tellsOfLostPods() {
    return false;
  }

  @Test
  void bothKindsAreThereSideBySide() {
    EnsureRun chosen = gang(id("p"), 0, 0);
    EnsureRun own = super.gang(id("j"), 0, 0);
    port().send(List.of(chosen, own));
    heard.await(chosen.run(), RunStarted.class);
    heard.await(own.run(), RunStarted.class);
    assertThat(cluster().list(CHOSEN_JOBS)).hasSize(1);
    assertThat(cluster().list(OWN_JOBS)).hasSize(1);

    port().send(List.of(stop(own)));
    heard.await(own.run(), RunGone.class);
    assertThat(cluster().list(CHOSEN_JOBS)).hasSize(1);
    port().send(List.of(stop(chosen)));
    heard.await(chosen.run(), RunGone.class);
    nothingIsLeft(chosen);
  }
}
