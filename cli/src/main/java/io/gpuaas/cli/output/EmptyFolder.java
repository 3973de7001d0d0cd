package io.gpuaas.cli.output;

import io.gpuaas.cli.CliFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A folder for files that are read as a whole later: what lay there before would be read with
/// them.
public final class EmptyFolder {
  private EmptyFolder() {}

  /// Makes it, unless it is there and empty.
  ///
  /// @throws CliFault when something is in it
  public static void make(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> inside = Files.list(folder)) {
      if (inside.findAny().isPresent()) {
        throw CliFault.usage("%s is not empty: name a new folder.".formatted(folder));
      }
    }
  }
}
