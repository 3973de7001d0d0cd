package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.manners.ProblemException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words and signs of a filter, one after the other.
final class FilterTokens {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./:+@-]+");
  private static final Pattern OPERATOR = Pattern.compile("!=|<=|>=|=|<|>|~");

  private final String text;
  private int at;

  FilterTokens(String text) {
    this.text = text;
    skipSpace();
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  /// Takes `wanted` when it is next and a word of its own, in any case.
  boolean takeWord(String wanted) {
    Matcher matcher = WORD.matcher(text).region(at, text.length());
    if (matcher.lookingAt() && matcher.group().toLowerCase(Locale.ROOT).equals(wanted)) {
      moveTo(matcher.end());
      return true;
    }
    return false;
  }

  boolean takeSign(String sign) {
    if (text.startsWith(sign, at)) {
      moveTo(at + sign.length());
      return true;
    }
    return false;
  }

  void requireSign(String sign) {
    if (!takeSign(sign)) {
      throw expected(sign);
    }
  }

  String word(String what) {
    Matcher matcher = WORD.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw expected(what);
    }
    moveTo(matcher.end());
    return matcher.group();
  }

  String operator() {
    Matcher matcher = OPERATOR.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw expected("=, !=, <, <=, >, >=, ~ or in");
    }
    moveTo(matcher.end());
    return matcher.group();
  }

  /// A word, or a text in double quotes, in which `\"` and `\\` stand for the second sign.
  String value() {
    if (!text.startsWith("\"", at)) {
      return word("a value; texts with other signs stand in double quotes");
    }
    StringBuilder value = new StringBuilder();
    int from = at + 1;
    while (from < text.length() && text.charAt(from) != '"') {
      boolean escaped = text.charAt(from) == '\\' && from + 1 < text.length();
      from += escaped ? 1 : 0;
      value.append(text.charAt(from));
      from++;
    }
    if (from >= text.length()) {
      throw expected("the closing double quote");
    }
    moveTo(from + 1);
    return value.toString();
  }

  /// The refusal of what stands here.
  ProblemException expected(String what) {
    String rest = text.substring(Math.min(at, text.length()));
    String shown = rest.length() <= 40 ? rest : rest.substring(0, 40) + "…";
    String where = isAtEnd() ? "at the end" : "before character %d".formatted(at + 1);
    return ProblemException.ofParameter(
        "filter", "cannot be read %s: expected %s.".formatted(where, what), shown);
  }

  private void moveTo(int place) {
    at = place;
    skipSpace();
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }
}
