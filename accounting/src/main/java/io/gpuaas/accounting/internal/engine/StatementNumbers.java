package io.gpuaas.accounting.internal.engine;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Numbers of issued statements as they are written: a letter for the kind, and six digits or more.
public enum StatementNumbers {
  /// Of a project's statement, such as `S-000001`.
  PROJECT("S-"),
  /// Of a cost centre's, such as `C-000001`.
  COST_CENTER("C-");

  private static final int DIGITS = 6;

  private final String prefix;
  private final Pattern form;

  StatementNumbers(String prefix) {
    this.prefix = prefix;
    form = Pattern.compile(prefix + "([0-9]{" + DIGITS + ",15})");
  }

  /// The number as people read it.
  public String text(long number) {
    return prefix + ("%0" + DIGITS + "d").formatted(number);
  }

  /// The number behind `text`; empty when it is none of this kind.
  public OptionalLong read(String text) {
    Matcher matcher = form.matcher(text);
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  /// The number behind a text that was made here.
  public long parse(String text) {
    return read(text)
        .orElseThrow(() -> new IllegalArgumentException("%s is no number.".formatted(text)));
  }

  /// What [#text] says of a column with numbers, in SQL. A number of more digits keeps them all,
  /// which `lpad` alone would cut.
  public String sql(String column) {
    return "'%s' || lpad(%s::text, greatest(%d, length(%s::text)), '0')"
        .formatted(prefix, column, DIGITS, column);
  }
}
