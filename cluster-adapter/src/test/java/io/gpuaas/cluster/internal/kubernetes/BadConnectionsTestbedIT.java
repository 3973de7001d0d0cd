package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.contract.Peer;
import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Connections to a real API server that do not come about: the cluster says why and what to do.
class BadConnectionsTestbedIT {
  @RegisterExtension static final Peer BED = Peer.bed();

  private static Config real() {
    return Config.fromKubeconfig(BED.path("kubeconfig").toFile());
  }

  private static ConfigBuilder bare() {
    return new ConfigBuilder(Config.empty())
        .withRequestRetryBackoffLimit(0)
        .withMasterUrl(real().getMasterUrl());
  }

  private static void isSaid(Config config, String... told) {
    KubernetesClient client = ApiClients.of(config);
    Heard heard = new Heard();
    try (KubernetesCluster cluster =
        new KubernetesCluster(
            new Cluster(TestRuns.CLUSTER, "job", new TreeMap<>()),
            client,
            heard,
            InstantSource.system())) {
      cluster.follow(1);
      cluster.start();
      EnsureRun run = TestRuns.gang("BAD", 1, 0, 0, List.of("gpu-00"));
      cluster.send(List.of(run));
      Heard.until("it is said", () -> !cluster.condition().isWell());
      assertThat(cluster.condition().message()).contains(told);
      assertThat(heard.of(run.run())).isEmpty();
      assertThat(cluster.hasSynced()).isFalse();
    }
  }

  @Test
  void anAuthorityThatWeDoNotTrustIsSaid() {
    isSaid(bare().withOauthToken("any").build(), "certificate is ours to trust");
  }

  @Test
  void aTokenThatIsNotTakenIsSaid() {
    isSaid(
        bare().withCaCertData(real().getCaCertData()).withOauthToken("expired").build(),
        "401: Unauthorized. Give it a valid token or certificate.");
  }

  @Test
  void nobodyAtTheAddressIsSaid() {
    isSaid(
        bare().withMasterUrl("https://127.0.0.1:9").withOauthToken("any").build(),
        "Check that its address answers");
  }

  @Test
  void anAccountWithoutRightsIsSaid() {
    try (KubernetesClient admin = ApiClients.of(real())) {
      String token =
          admin
              .serviceAccounts()
              .inNamespace("kube-system")
              .withName("default")
              .tokenRequest(new io.fabric8.kubernetes.api.model.authentication.TokenRequest())
              .getStatus()
              .getToken();
      isSaid(
          bare().withCaCertData(real().getCaCertData()).withOauthToken(token).build(),
          "Grant the rights of docs/clusters/rbac.yaml.");
    }
  }
}
