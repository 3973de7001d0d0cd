package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.peers.ModelledCluster;

/// Backend `pytorchjob`: a model plays the training operator v1.
class PyTorchJobBackendTest extends ModelContract {
  @Override
  protected ModelledCluster newCluster() {
    return ModelledCluster.trainingOperator();
  }

  @Override
  protected String backend() {
    return "pytorchjob";
  }

  /// The operator makes the pod again, and the program's other ranks fail by themselves.
  @Override
  protected boolean tellsOfLostPods() {
    return false;
  }
}
