package io.gpuaas.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A process beside the product, run by a script of the project's folder. It ends when its standard
/// input does, so that none is left behind by a product that was killed.
final class Companion implements AutoCloseable {
  /// Where the launcher script says that the project lies.
  static final String HOME = "gpuaas.home";

  private static final int SECONDS_TO_END = 20;

  private final Process process;

  private Companion(Process process) {
    this.process = process;
  }

  /// A companion that ended before it was ready.
  static final class Ended extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    Ended(int status) {
      super("It ended with status " + status + ".");
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  /// Starts a script and does not wait for it.
  ///
  /// @param script relative to the project's folder
  /// @param environment beside what the script finds there anyway
  static Companion start(String script, List<String> options, Map<String, String> environment) {
    String home = System.getProperty(HOME);
    Path file = Path.of(home == null ? "" : home).resolve(script);
    if (home == null || !Files.isExecutable(file)) {
      throw new LaunchFault(
          "%s is part of the project's folder: start it by ./gpuaas.".formatted(script));
    }
    List<String> line = new ArrayList<>(List.of(file.toString()));
    line.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    try {
      return new Companion(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new LaunchFault("%s could not be started.".formatted(file), e);
    }
  }

  /// What it says behind `word` as soon as it is ready.
  String await(String word) throws Ended {
    BufferedReader output = process.inputReader();
    try {
      for (String said = output.readLine(); said != null; said = output.readLine()) {
        if (said.startsWith(word)) {
          return said.substring(word.length());
        }
      }
      throw new Ended(process.waitFor());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("The start was interrupted.", e);
    }
  }

  /// Waits until it has ended by itself.
  int end() {
    try {
      process.getInputStream().readAllBytes();
      return process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("It was interrupted.", e);
    }
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroy();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
