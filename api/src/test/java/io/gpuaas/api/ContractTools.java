package io.gpuaas.api;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The tools of `api/contract`, and processes that use them.
final class ContractTools {
  private static final int NOT_TO_BE_HAD = 3;
  private static final int LONGEST_MINUTES = 6;

  private ContractTools() {}

  /// What a process said, standard error included, and how it ended.
  record Ended(int status, String text) {}

  /// Where a tool lies; skips the test, with the reason, where it cannot be had.
  static Path of(String tool) {
    String home = System.getProperty("gpuaas.home", "");
    assumeTrue(!home.isEmpty(), "The profile testbed is off.");
    Path script = Path.of(home, "api", "contract", "tools.sh");
    Ended ended = run(Path.of("."), Map.of(), "", List.of(script.toString(), tool));
    List<String> lines = ended.text().lines().toList();
    assumeTrue(ended.status() != NOT_TO_BE_HAD, () -> String.join(" ", lines));
    if (ended.status() != 0) {
      throw new IllegalStateException(ended.text());
    }
    return Path.of(lines.getLast());
  }

  static Ended run(
      Path folder, Map<String, String> environment, String input, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    try {
      Path output = Files.createTempFile("contract", ".log");
      builder.redirectErrorStream(true).redirectOutput(output.toFile());
      Process process = builder.start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IllegalStateException(command.getFirst() + " did not end.");
      }
      String text = Files.readString(output);
      Files.delete(output);
      return new Ended(process.exitValue(), text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
