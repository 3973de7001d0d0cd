package io.gpuaas.cluster.internal.edge;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.internal.kubernetes.ApiClients;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// How a Kubernetes cluster is reached: by a kubeconfig file, or from a pod inside it. Secrets stay
/// in their files; a kubeconfig that starts programs is refused.
public final class KubernetesAccess {
  static final List<String> KEYS = List.of("kubeconfig", "context", "tokenFile");

  private KubernetesAccess() {}

  static List<Fault> faults(String at, SortedMap<String, String> settings) {
    FaultCollector faults = new FaultCollector();
    for (String key : List.of("kubeconfig", "tokenFile")) {
      String path = settings.get(key);
      if (path != null && !isReadable(path)) {
        faults.add(
            Fault.at(at, key), "UNREADABLE", "The file must be readable for us.", path, null);
      } else if (path != null && key.equals("kubeconfig")) {
        check(Fault.at(at, key), path, settings.getOrDefault("context", ""), faults);
      }
    }
    return faults.faults();
  }

  private static boolean isReadable(String path) {
    try {
      return Files.isReadable(Path.of(path));
    } catch (InvalidPathException _) {
      return false;
    }
  }

  /// What is wrong is said without what stands in the file, which may be a secret.
  private static void check(String pointer, String path, String context, FaultCollector faults) {
    try {
      String text = Files.readString(Path.of(path));
      if (text.contains("exec:")) {
        faults.add(
            pointer,
            "STARTS_PROGRAMS",
            "A kubeconfig that starts programs (exec) is not taken: use a token file.",
            path,
            null);
        return;
      }
      Config config = read(path, context.isEmpty() ? null : context);
      if (config.getMasterUrl() == null || config.getCurrentContext() == null) {
        faults.add(pointer, "NO_CONTEXT", "The kubeconfig has no such context.", context, null);
      }
    } catch (IOException | RuntimeException _) {
      faults.add(pointer, "INVALID_VALUE", "The file must be a kubeconfig.", path, null);
    }
  }

  public static KubernetesClient client(SortedMap<String, String> settings) {
    return ApiClients.of(config(settings));
  }

  private static Config config(SortedMap<String, String> settings) {
    String path = settings.get("kubeconfig");
    Config base = path == null ? new ConfigBuilder().build() : read(path, settings.get("context"));
    ConfigBuilder builder =
        new ConfigBuilder(base)
            // What to do about an answer is decided with all runs of the cluster in view.
            .withRequestRetryBackoffLimit(0)
            .withUserAgent("gpuaas-cluster-adapter");
    String tokenFile = settings.get("tokenFile");
    if (tokenFile != null) {
      builder.withOauthTokenProvider(() -> token(tokenFile));
    }
    return builder.build();
  }

  private static Config read(String path, @Nullable String context) {
    return Config.fromKubeconfig(context, new File(path));
  }

  /// Read again for each request: tokens are rotated.
  private static String token(String path) {
    try {
      return Files.readString(Path.of(path)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("The token file %s cannot be read.".formatted(path), e);
    }
  }
}
