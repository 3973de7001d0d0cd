package io.gpuaas.launch;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.launch.sample.SampleHistory;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.TreeMap;
import org.springframework.context.ApplicationContext;

/// A Kubernetes cluster that `up` was told of.
record RealCluster(Path kubeconfig, String backend) {
  private static final String NAME = "kubernetes";
  private static final String MODELS = "NVIDIA-H200=H200-141GB,NVIDIA-A100-SXM4-80GB=A100-80GB";

  /// Makes it known under the name `kubernetes`, unless there is one of that name.
  ///
  /// @param withOrganisation whether a new product gets the sample organisation for it
  void connect(ApplicationContext product, boolean withOrganisation) {
    if (withOrganisation) {
      Instant now = product.getBean(InstantSource.class).instant();
      SampleHistory.importOrganisation(product, now.truncatedTo(ChronoUnit.SECONDS));
    }
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("kubeconfig", kubeconfig.toAbsolutePath().toString());
    settings.put("gpuModels", MODELS);
    ChangeOutcome<Cluster> outcome =
        product.getBean(InventoryAdmin.class).createCluster(new Cluster(NAME, backend, settings));
    if (outcome instanceof ChangeOutcome.Invalid<Cluster> invalid) {
      throw new LaunchFault(
          "The cluster cannot be connected: " + invalid.faults().getFirst().detail());
    }
  }
}
