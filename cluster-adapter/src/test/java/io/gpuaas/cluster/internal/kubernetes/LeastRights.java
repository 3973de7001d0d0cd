package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The product's service account with the rights that operators are told to give for a backend, and
/// no others. Each backend has an account of its own, since their tests share a cluster.
final class LeastRights {
  private static final Path RIGHTS = Path.of("../docs/clusters");

  private LeastRights() {}

  /// @param of backends, or `queues`
  static KubernetesClient client(KubernetesClient admin, String... of) {
    String account = "it-" + String.join("-", of);
    apply(admin, RIGHTS.resolve("rbac.yaml"), account);
    for (String one : of) {
      Path more = RIGHTS.resolve("rbac/" + one + ".yaml");
      if (Files.exists(more)) {
        apply(admin, more, account);
      }
    }
    TokenRequest granted =
        admin
            .serviceAccounts()
            .inNamespace("default")
            .withName(account)
            .tokenRequest(new TokenRequest());
    Config server = admin.getConfiguration();
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(server.getMasterUrl())
            .withCaCertData(server.getCaCertData())
            .withOauthToken(granted.getStatus().getToken())
            .build();
    return ApiClients.of(config);
  }

  private static void apply(KubernetesClient admin, Path file, String account) {
    try {
      String text = Files.readString(file).replace("gpuaas", account);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      for (HasMetadata object : admin.load(new ByteArrayInputStream(bytes)).items()) {
        admin.resource(object).fieldManager("rights").forceConflicts().serverSideApply();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
