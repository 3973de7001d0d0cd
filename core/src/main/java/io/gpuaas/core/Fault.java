package io.gpuaas.core;

import org.jspecify.annotations.Nullable;

/// One thing wrong with an input. All faults of an input are reported at once.
///
/// @param pointer JSON Pointer (RFC 6901) to the field
/// @param code stable, upper case, for programs
/// @param detail one sentence for people that says what is allowed
/// @param value what was given, null when it is missing
/// @param limit what is allowed at most or at least, null when there is none
public record Fault(
    String pointer, String code, String detail, @Nullable String value, @Nullable String limit) {
  public static Fault of(String pointer, String code, String detail) {
    return new Fault(pointer, code, detail, null, null);
  }

  /// What is shown of a given text: at most its first `lengthMax` chars and a sign that there is
  /// more. No character outside the basic plane is cut in two, since half of one is no text.
  public static String shown(String text, int lengthMax) {
    if (text.length() <= lengthMax) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(lengthMax - 1));
    return text.substring(0, splits ? lengthMax - 1 : lengthMax) + "…";
  }

  /// `path` with `segment` appended, escaped as RFC 6901 asks.
  public static String at(String path, String segment) {
    return path + "/" + segment.replace("~", "~0").replace("/", "~1");
  }

  public static String at(String path, int index) {
    return path + "/" + index;
  }
}
