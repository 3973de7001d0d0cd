package io.gpuaas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A real Kubernetes with fake GPU nodes, started by `up` and ended with it.
public final class Testbed implements AutoCloseable {
  private static final String SCRIPT = "cluster-adapter/testbed/testbed.sh";
  private static final int WITHOUT_GO = 3;
  private static final String READY = "KUBECONFIG=";

  /// What has to run beside the control plane for a backend.
  private static final SortedMap<String, List<String>> OPERATORS =
      new TreeMap<>(
          Map.of(
              "job", List.of(),
              "native", List.of("native"),
              "coscheduling", List.of("coscheduling"),
              "kueue", List.of("kueue"),
              "jobset", List.of("jobset"),
              "trainjob", List.of("jobset", "trainer"),
              "lws", List.of("lws"),
              "raycluster", List.of("kuberay"),
              "rayjob", List.of("kuberay")));

  private final Companion companion;
  private final Path kubeconfig;

  private Testbed(Companion companion, Path kubeconfig) {
    this.companion = companion;
    this.kubeconfig = kubeconfig;
  }

  /// Options that start what drives a backend's objects.
  ///
  /// @param more operators beside it
  static List<String> optionsFor(String backend, int nodes, List<String> more) {
    List<String> operators = OPERATORS.get(backend);
    if (operators == null) {
      throw new LaunchFault(
          "The test bed has nothing that drives the backend %s: choose one of %s."
              .formatted(backend, String.join(", ", OPERATORS.keySet())));
    }
    List<String> options = new ArrayList<>(List.of("--nodes", Integer.toString(nodes)));
    LinkedHashSet<String> with = new LinkedHashSet<>(operators);
    with.addAll(more);
    if (!with.isEmpty()) {
      options.addAll(List.of("--with", String.join(",", with)));
    }
    return options;
  }

  /// Returns when it is ready; building what is missing may take long.
  ///
  /// @param folder for its state; what it had before goes on
  /// @param options of `testbed up`
  public static Testbed start(Path folder, List<String> options) {
    List<String> line = new ArrayList<>();
    line.addAll(List.of("up", "--until-eof", "--dir", folder.toString()));
    line.addAll(options);
    Progress.say("starting the test bed in " + folder);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new LaunchFault("The folder %s cannot be made.".formatted(folder), e);
    }
    Companion companion = Companion.start(SCRIPT, line, Map.of());
    try {
      return new Testbed(companion, Path.of(companion.await(READY)));
    } catch (Companion.Ended e) {
      throw new LaunchFault(
          e.status() == WITHOUT_GO
              ? "The test bed needs Go 1.26 or newer: install it, or leave out --testbed."
              : "The test bed did not start: see the lines above.",
          e);
    }
  }

  public Path kubeconfig() {
    return kubeconfig;
  }

  /// Its process, the launcher script's.
  public long pid() {
    return companion.pid();
  }

  @Override
  public void close() {
    companion.close();
  }
}
