package io.gpuaas.cluster.internal.edge;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.cluster.contract.ClusterPortContract;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.InstantSource;
import java.util.List;

/// Backend `simulated` on real time.
class SimulatedClusterContractTest extends ClusterPortContract {
  @Override
  protected ClusterPort connect(Heard sink) {
    SimulatedCluster cluster =
        new SimulatedCluster(
            TestRuns.CLUSTER, SimulationSettings.EXACT, 1, sink, InstantSource.system());
    cluster.start();
    return cluster;
  }

  @Override
  protected void disconnect(ClusterPort connected) {
    ((SimulatedCluster) connected).close();
  }

  @Override
  protected EnsureRun gang(String id, long millis, int exitCode) {
    EnsureRun run = TestRuns.gang(id, 8, millis, exitCode, List.of("n1", "n2"));
    return TestRuns.issuedAt(run, InstantSource.system().instant());
  }
}
