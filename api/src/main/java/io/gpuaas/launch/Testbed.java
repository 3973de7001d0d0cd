package io.gpuaas.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// A real Kubernetes with fake GPU nodes, started by `up` and ended with it. It is a process of its
/// own that ends when its standard input does, so that none is left behind by a killed `up`.
public final class Testbed implements AutoCloseable {
  /// Where the launcher script says that the project lies.
  static final String HOME = "gpuaas.home";

  private static final int WITHOUT_GO = 3;
  private static final int SECONDS_TO_END = 20;
  private static final String READY = "KUBECONFIG=";

  /// What has to run beside the control plane for a backend.
  private static final SortedMap<String, List<String>> OPERATORS =
      new TreeMap<>(
          Map.of(
              "job", List.of(),
              "native", List.of("native"),
              "coscheduling", List.of("coscheduling"),
              "jobset", List.of("jobset"),
              "trainjob", List.of("jobset", "trainer"),
              "lws", List.of("lws"),
              "raycluster", List.of("kuberay"),
              "rayjob", List.of("kuberay")));

  private final Process process;
  private final Path kubeconfig;

  private Testbed(Process process, Path kubeconfig) {
    this.process = process;
    this.kubeconfig = kubeconfig;
  }

  /// Options that start what drives a backend's objects.
  static List<String> optionsFor(String backend, int nodes) {
    List<String> operators = OPERATORS.get(backend);
    if (operators == null) {
      throw new LaunchFault(
          "The test bed has nothing that drives the backend %s: choose one of %s."
              .formatted(backend, String.join(", ", OPERATORS.keySet())));
    }
    List<String> options = new ArrayList<>(List.of("--nodes", Integer.toString(nodes)));
    if (!operators.isEmpty()) {
      options.addAll(List.of("--with", String.join(",", operators)));
    }
    return options;
  }

  /// Returns when it is ready; building what is missing may take long.
  ///
  /// @param folder for its state; what it had before goes on
  /// @param options of `testbed up`
  public static Testbed start(Path folder, List<String> options) {
    List<String> line = new ArrayList<>();
    line.addAll(List.of(script().toString(), "up", "--until-eof", "--dir", folder.toString()));
    line.addAll(options);
    Progress.say("starting the test bed in " + folder);
    try {
      Files.createDirectories(folder);
      Process process =
          new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      return new Testbed(process, awaitKubeconfig(process));
    } catch (IOException e) {
      throw new LaunchFault("The test bed could not be started: see the lines above.", e);
    }
  }

  private static Path script() {
    String home = System.getProperty(HOME);
    Path script = Path.of(home == null ? "" : home).resolve("cluster-adapter/testbed/testbed.sh");
    if (home == null || !Files.isExecutable(script)) {
      throw new LaunchFault(
          "The test bed is part of the project's folder: start it with ./gpuaas up --testbed.");
    }
    return script;
  }

  private static Path awaitKubeconfig(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    for (String said = output.readLine(); said != null; said = output.readLine()) {
      if (said.startsWith(READY)) {
        return Path.of(said.substring(READY.length()));
      }
    }
    try {
      boolean withoutGo = process.waitFor() == WITHOUT_GO;
      throw new LaunchFault(
          withoutGo
              ? "The test bed needs Go 1.26 or newer: install it, or leave out --testbed."
              : "The test bed did not start: see the lines above.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("The start was interrupted.", e);
    }
  }

  public Path kubeconfig() {
    return kubeconfig;
  }

  /// Its process, the launcher script's.
  public long pid() {
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
