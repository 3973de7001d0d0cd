package io.gpuaas.accounting;

/// How the amounts of a statement's lines become whole cents. A choice of the organisation.
public enum StatementRounding {
  /// Each line is rounded HALF_EVEN by itself; the total is the sum of the lines.
  LINE_HALF_EVEN,
  /// The total is rounded HALF_EVEN once and distributed over the lines by largest remainder.
  TOTAL_THEN_DISTRIBUTE
}
