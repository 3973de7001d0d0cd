package io.gpuaas.launch.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Resident memory of processes, as the system tells it.
final class Resident {
  private Resident() {}

  /// The most that this process has had; 0 where the system does not tell.
  static long mostOfThisMiB() throws IOException {
    return ofMiB(ProcessHandle.current().pid(), "VmHWM:");
  }

  /// 0 where the system does not tell.
  static long ofMiB(long pid) throws IOException {
    return ofMiB(pid, "VmRSS:");
  }

  private static long ofMiB(long pid, String what) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith(what))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    }
  }
}
