package io.gpuaas.accounting.internal.engine;

/// A column of an exported table: its name, and what its cells are where they are not empty.
public record Column(String name, Kind kind) {
  /// What a column is made of.
  public sealed interface Kind {
    /// [Cell.Text].
    record Text() implements Kind {}

    /// [Cell.Decimal] without a fraction.
    record Whole() implements Kind {}

    /// [Cell.Decimal].
    ///
    /// @param scale how many decimals at most
    record Decimal(int scale) implements Kind {}

    /// [Cell.Time].
    record Time() implements Kind {}
  }

  public static Column text(String name) {
    return new Column(name, new Kind.Text());
  }

  public static Column whole(String name) {
    return new Column(name, new Kind.Whole());
  }

  public static Column decimal(String name, int scale) {
    return new Column(name, new Kind.Decimal(scale));
  }

  public static Column time(String name) {
    return new Column(name, new Kind.Time());
  }
}
