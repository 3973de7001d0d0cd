package io.gpuaas.cluster.internal.edge;

import io.gpuaas.core.Fault;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterBackends;
import io.gpuaas.placement.JobSpec;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
class StaticBackends implements ClusterBackends {
  @Override
  public List<Fault> faults(String at, Cluster cluster) {
    return cluster.backend().equals("simulated")
        ? SimulationSettingsReader.faults(at + "/settings", cluster.settings())
        : List.of();
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    return List.of();
  }
}
