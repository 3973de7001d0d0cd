package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.peers.ModelledCluster;

/// Backend `volcano`: a model plays its controller and its scheduler.
class VolcanoBackendTest extends ModelContract {
  @Override
  protected ModelledCluster newCluster() {
    return ModelledCluster.volcano("vision");
  }

  @Override
  protected String backend() {
    return "volcano";
  }
}
