package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The running test bed: a real Kubernetes with fake kubelets. The build's profile `testbed` starts
/// it and names its folder; without it tests are skipped with the reason.
final class TestBed implements ExecutionCondition {
  private static final String FOLDER = "gpuaas.testbed";

  private static Path file(String name) {
    return Path.of(System.getProperty(FOLDER, "")).resolve(name);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (System.getProperty(FOLDER, "").isEmpty()) {
      return ConditionEvaluationResult.disabled("The build's profile testbed is off.");
    }
    if (Files.isReadable(file("kubeconfig"))) {
      return ConditionEvaluationResult.enabled("The test bed runs.");
    }
    try {
      return ConditionEvaluationResult.disabled(Files.readString(file("missing")).strip());
    } catch (IOException e) {
      throw new IllegalStateException("The test bed neither runs nor says why.", e);
    }
  }

  static KubernetesClient client() {
    Config config = Config.fromKubeconfig(file("kubeconfig").toFile());
    return new KubernetesClientBuilder().withConfig(new ConfigBuilder(config).build()).build();
  }
}
