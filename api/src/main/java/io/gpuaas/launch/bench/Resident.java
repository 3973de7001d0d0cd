package io.gpuaas.launch.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Resident memory of processes, as the system tells it.
final class Resident {
  private Resident() {}

  /// Of this process; 0 where the system does not tell.
  static long ofThisMiB() throws IOException {
    return ofMiB(ProcessHandle.current().pid());
  }

  /// 0 where the system does not tell.
  static long ofMiB(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    }
  }
}
