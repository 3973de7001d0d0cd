package io.gpuaas.accounting.internal.engine;

import java.math.BigDecimal;
import java.time.Instant;

/// A cell of an exported table. What is done to it depends on its kind, never on its looks alone: a
/// credit of `-4.80` is a number, a job called `-2+3` is a text.
public sealed interface Cell {
  Cell EMPTY = new Empty();

  /// Words that people chose; harmless to a spreadsheet.
  record Text(String value) implements Cell {}

  record Decimal(BigDecimal value) implements Cell {}

  record Time(Instant value) implements Cell {}

  /// Nothing: an empty field without quotes.
  record Empty() implements Cell {}

  static Cell of(String value) {
    return new Text(value);
  }

  static Cell of(Instant value) {
    return new Time(value);
  }

  static Cell of(BigDecimal value) {
    return new Decimal(value);
  }

  /// `value` with an apostrophe in front if a spreadsheet would take it for a formula.
  ///
  /// @see <a href="https://owasp.org/www-community/attacks/CSV_Injection">OWASP: CSV injection</a>
  static String neutral(String value) {
    boolean formula = !value.isEmpty() && "=+-@\t\r\n".indexOf(value.charAt(0)) >= 0;
    return formula ? "'" + value : value;
  }
}
