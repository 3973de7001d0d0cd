package io.gpuaas.cli.run;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/// Says what shall drive the job on its cluster.
final class BackendOption {
  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description =
          "What drives it on its cluster, for example jobset, where the cluster lets jobs choose.")
  private @Nullable String backend;

  /// Enters it into the body of a submission; wins over a file's.
  void into(ObjectNode body) {
    if (backend != null) {
      body.withObject("/spec").put("backend", backend);
    }
  }
}
