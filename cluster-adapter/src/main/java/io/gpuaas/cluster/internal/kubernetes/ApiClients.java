package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.vertx5.Vertx5HttpClientFactory;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/// Clients of API servers. They share the threads that read and write, however many clusters there
/// are: one that has threads of its own ends them while its connections still close, which those
/// complain of.
public final class ApiClients {
  private static final Vertx THREADS = threads();

  private ApiClients() {}

  public static KubernetesClient of(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(new Vertx5HttpClientFactory(THREADS))
        .build();
  }

  /// As the client itself would make them. They never keep the process alive.
  private static Vertx threads() {
    // Names are looked up as the rest of the process does.
    System.setProperty("vertx.disableDnsResolver", "true");
    return Vertx.vertx(
        new VertxOptions()
            .setUseDaemonThread(true)
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setFileCachingEnabled(false)
                    .setClassPathResolvingEnabled(false)));
  }
}
