package io.gpuaas.launch;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// `--data DIR`, which all commands share.
final class DataOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".gpuaas",
      description = "Data folder of the instance (default: ${DEFAULT-VALUE}).")
  private Path path = Path.of(".gpuaas");

  DataFolder folder() {
    return DataFolder.of(path);
  }
}
