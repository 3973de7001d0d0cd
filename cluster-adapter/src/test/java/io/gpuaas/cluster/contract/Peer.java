package io.gpuaas.cluster.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/// A peer of the test bed, which the build's profile `testbed` starts. A file in the bed's folder
/// says that it runs, another why it does not: then tests are skipped with that reason. What a test
/// fails with tells what the peer wrote last.
public final class Peer implements ExecutionCondition, TestExecutionExceptionHandler {
  private static final int LAST_LINES = 4;
  private static final int LONGEST_LINE = 400;
  private static final String FOLDER = "gpuaas.testbed";
  private final String sign;
  private final String missing;

  private final String log;

  public Peer(String sign, String missing, String log) {
    this.sign = sign;
    this.missing = missing;
    this.log = log;
  }

  /// The control plane with its controllers and scheduler.
  public static Peer bed() {
    return new Peer("kubeconfig", "missing", "up.log");
  }

  /// An operator that runs beside the bed's control plane.
  public static Peer operator(String name) {
    return new Peer(
        "state/operators/" + name,
        "state/operators/" + name + ".missing",
        "state/" + name + ".log");
  }

  public Path path(String name) {
    return Path.of(System.getProperty(FOLDER, "")).resolve(name);
  }

  public String read(String name) {
    try {
      return Files.readString(path(name)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("The test bed has no " + name, e);
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (System.getProperty(FOLDER, "").isEmpty()) {
      return ConditionEvaluationResult.disabled("The build's profile testbed is off.");
    }
    if (Files.isReadable(path(sign))) {
      return ConditionEvaluationResult.enabled("It runs.");
    }
    return ConditionEvaluationResult.disabled(
        Files.isReadable(path(missing)) ? read(missing) : read("missing"));
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    if (!(failure instanceof AssertionError) || !Files.isReadable(path(log))) {
      throw failure;
    }
    List<String> lines = read(log).lines().toList();
    String last =
        lines.stream()
            .skip(Math.max(0, lines.size() - LAST_LINES))
            .map(line -> line.substring(0, Math.min(line.length(), LONGEST_LINE)))
            .collect(Collectors.joining(" | "));
    throw new AssertionError(
        "%s [%s ends: %s]".formatted(failure.getMessage(), log, last), failure);
  }
}
