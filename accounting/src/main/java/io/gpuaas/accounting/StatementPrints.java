package io.gpuaas.accounting;

/// Statements as they are printed and sent.
public interface StatementPrints {
  /// Writes a project's statement as PDF, piece by piece as it is made.
  ///
  /// Its figures are those of the statement, character by character. Letters of scripts that the
  /// font does not have (it has Latin, Greek and Cyrillic ones) are written as `?`.
  void pdf(Statement statement, Detail detail, Output out);

  /// The same of a cost centre's: what its projects come to, then each project's.
  void pdf(CostCenterStatement statement, Detail detail, Output out);

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
