package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The running test bed: a real Kubernetes with fake kubelets. Started by the build's profile
/// `testbed`, which names its kubeconfig.
final class TestBed {
  static final String PROPERTY = "gpuaas.testbed.kubeconfig";

  private TestBed() {}

  static boolean isThere() {
    return !System.getProperty(PROPERTY, "").isEmpty();
  }

  static KubernetesClient client() {
    try {
      String text = Files.readString(Path.of(System.getProperty(PROPERTY)));
      return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(text)).build();
    } catch (IOException e) {
      throw new IllegalStateException("The test bed's kubeconfig cannot be read.", e);
    }
  }
}
