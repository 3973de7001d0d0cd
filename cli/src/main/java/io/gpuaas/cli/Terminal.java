package io.gpuaas.cli;

import java.io.Console;
import java.util.Optional;

/// The terminal that a person sits at.
final class Terminal {
  private Terminal() {}

  /// Empty in pipelines and behind pipes. The two checkers of the build do not agree on whether the
  /// JDK may give null.
  @SuppressWarnings("SystemConsoleNull")
  static Optional<Console> find() {
    Console console = System.console();
    return console != null && console.isTerminal() ? Optional.of(console) : Optional.empty();
  }
}
