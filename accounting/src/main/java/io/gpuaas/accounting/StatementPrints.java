package io.gpuaas.accounting;

/// Statements as they are printed and sent.
public interface StatementPrints {
  /// Writes a statement as PDF, piece by piece as it is made.
  ///
  /// Its figures are those of the statement, character by character. Letters of scripts that the
  /// font does not have (it has Latin, Greek and Cyrillic ones) are written as `?`.
  ///
  /// @param home of the project
  void pdf(Statement statement, ProjectHome home, Detail detail, Output out);

  /// Takes up what is written.
  @FunctionalInterface
  interface Output {
    /// Takes `count` of `bytes`, from `offset` on; they are only lent.
    void write(byte[] bytes, int offset, int count);
  }

  /// How far down it goes.
  enum Detail {
    /// What the statement itself says.
    LINES,
    /// Below it each piece of usage behind each line, with the version of the price.
    USAGE
  }
}
