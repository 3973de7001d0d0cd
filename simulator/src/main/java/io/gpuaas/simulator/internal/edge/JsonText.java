package io.gpuaas.simulator.internal.edge;

import org.jspecify.annotations.Nullable;

/// Writes JSON without blanks, fields in the order of the calls. A few dozen lines instead of a
/// library because the command's start-up time is counted in milliseconds.
final class JsonText {
  private final StringBuilder text = new StringBuilder(256);
  private boolean separate;

  JsonText open(char bracket) {
    value();
    text.append(bracket);
    separate = false;
    return this;
  }

  JsonText close(char bracket) {
    text.append(bracket);
    separate = true;
    return this;
  }

  JsonText field(String name) {
    value();
    quote(name);
    text.append(':');
    separate = false;
    return this;
  }

  JsonText string(@Nullable String string) {
    if (string == null) {
      return raw("null");
    }
    value();
    quote(string);
    return this;
  }

  JsonText number(long number) {
    value();
    text.append(number);
    return this;
  }

  /// A value that is JSON already.
  JsonText raw(String json) {
    value();
    text.append(json);
    return this;
  }

  private void value() {
    if (separate) {
      text.append(',');
    }
    separate = true;
  }

  private void quote(String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '\r' -> text.append("\\r");
        default -> character(c);
      }
    }
    text.append('"');
  }

  private void character(char c) {
    if (c < 0x20 || c == 0x7f || Character.isSurrogate(c) || c == 0x2028 || c == 0x2029) {
      text.append(String.format("\\u%04x", (int) c));
    } else {
      text.append(c);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
