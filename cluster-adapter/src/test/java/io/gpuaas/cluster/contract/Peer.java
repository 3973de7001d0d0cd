package io.gpuaas.cluster.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A peer of the test bed, which the build's profile `testbed` starts. A file in the bed's folder
/// says that it runs, another why it does not: then tests are skipped with that reason.
public final class Peer implements ExecutionCondition {
  private static final String FOLDER = "gpuaas.testbed";
  private final String sign;
  private final String missing;

  public Peer(String sign, String missing) {
    this.sign = sign;
    this.missing = missing;
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
}
