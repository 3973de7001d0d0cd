package io.gpuaas.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SortedMap;
import java.util.function.Supplier;

/// All that a command has to do with besides its arguments and the server.
///
/// @param folder where it was called
/// @param terminal whether a person looks at the output
/// @param newKey a text that nobody has had before
public record Surroundings(
    SortedMap<String, String> environment,
    Path folder,
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean terminal,
    InstantSource clock,
    Supplier<String> newKey,
    Stopper stopper) {

  /// A variable of the environment; empty when it is not set.
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /// A line for a person, beside the answer.
  public void say(String line) {
    err.println(line);
  }
}
