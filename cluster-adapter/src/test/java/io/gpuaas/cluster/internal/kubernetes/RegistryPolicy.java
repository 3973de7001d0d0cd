package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.contract.Heard;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A site that forbids images of a registry, as many do.
final class RegistryPolicy implements AutoCloseable {
  private static final String POLICY =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: registries}
      spec:
        failurePolicy: Fail
        matchConstraints:
          resourceRules:
          - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
        validations:
        - expression: "object.spec.containers.all(c, !c.image.startsWith('%1$s'))"
          message: Images of %1$s are not allowed.
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: registries}
      spec: {policyName: registries, validationActions: [Deny]}
      """;
  private final KubernetesClient client;
  private final String registry;
  private final List<HasMetadata> objects;

  RegistryPolicy(KubernetesClient client, String registry) {
    this.client = client;
    this.registry = registry;
    byte[] text = POLICY.formatted(registry).getBytes(StandardCharsets.UTF_8);
    this.objects = client.load(new ByteArrayInputStream(text)).items();
    objects.forEach(object -> client.resource(object).fieldManager("site").serverSideApply());
  }

  /// An API server takes a moment to know a new policy.
  void awaitInForce() {
    Heard.until("the policy is in force", this::isInForce);
  }

  private boolean isInForce() {
    try {
      client
          .pods()
          .inNamespace("default")
          .resource(
              new PodBuilder()
                  .withNewMetadata()
                  .withName("asked-only")
                  .endMetadata()
                  .withNewSpec()
                  .addNewContainer()
                  .withName("main")
                  .withImage(registry + "any:1")
                  .endContainer()
                  .endSpec()
                  .build())
          .dryRun(true)
          .create();
      return false;
    } catch (KubernetesClientException e) {
      return String.valueOf(e.getMessage()).contains("are not allowed");
    }
  }

  @Override
  public void close() {
    objects.forEach(object -> client.resource(object).delete());
  }
}
