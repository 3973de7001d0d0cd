package io.gpuaas.accounting;

import java.io.OutputStream;

/// Statements as they are printed and sent.
public interface StatementPrints {
  /// Writes a statement as PDF and leaves `out` open.
  ///
  /// Its figures are those of the statement, character by character. Letters of scripts that the
  /// font does not have (it has Latin, Greek and Cyrillic ones) are written as `?`.
  ///
  /// @param home of the project
  void pdf(Statement statement, ProjectHome home, Detail detail, OutputStream out);

  /// How far down it goes.
  enum Detail {
    /// What the statement itself says.
    LINES,
    /// Below it each piece of usage behind each line, with the version of the price.
    USAGE
  }
}
