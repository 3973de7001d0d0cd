package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Backend `job` with the rights that operators are told to give, and no others.
class LeastRightsTestbedIT extends KubernetesContract {
  private static final Path RIGHTS = Path.of("../docs/clusters/rbac.yaml");

  @Override
  protected String backend() {
    return "job";
  }

  @Override
  protected KubernetesClient productClient() {
    try (KubernetesClient admin = newClient();
        InputStream rights = Files.newInputStream(RIGHTS)) {
      for (var object : admin.load(rights).items()) {
        admin.resource(object).fieldManager("rights").forceConflicts().serverSideApply();
      }
      TokenRequest granted =
          admin
              .serviceAccounts()
              .inNamespace("default")
              .withName("gpuaas")
              .tokenRequest(new TokenRequest());
      Config of = admin.getConfiguration();
      Config config =
          new ConfigBuilder(Config.empty())
              .withMasterUrl(of.getMasterUrl())
              .withCaCertData(of.getCaCertData())
              .withOauthToken(granted.getStatus().getToken())
              .build();
      return new KubernetesClientBuilder().withConfig(config).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void secretsAreNotAmongThem() {
    try (KubernetesClient product = productClient()) {
      assertThatThrownBy(() -> product.secrets().inNamespace("default").list())
          .hasMessageContaining("forbidden");
    }
  }
}
