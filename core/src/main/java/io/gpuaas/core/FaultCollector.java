package io.gpuaas.core;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Gathers all faults of one input while it is looked through, and knows the rules for names and
/// texts that every kind of configuration shares.
public final class FaultCollector {
  private static final int SHOWN_VALUE_MAX = 100;
  private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern DNS_NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern LABEL_WORD =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
  private static final int DNS_NAME_MAX = 253;

  private final List<Fault> faults = new ArrayList<>();

  /// All faults so far, in the order they were found.
  public List<Fault> faults() {
    return List.copyOf(faults);
  }

  public boolean isEmpty() {
    return faults.isEmpty();
  }

  public void add(String pointer, String code, String detail) {
    add(pointer, code, detail, null, null);
  }

  public void add(
      String pointer, String code, String detail, @Nullable String value, @Nullable String limit) {
    faults.add(
        new Fault(
            pointer,
            code,
            detail,
            value == null ? null : Fault.shown(value, SHOWN_VALUE_MAX),
            limit));
  }

  /// A name of one DNS label (RFC 1123): up to 63 of `a-z`, `0-9` and `-`.
  public void dnsLabel(String pointer, String value) {
    if (!DNS_LABEL.matcher(value).matches()) {
      add(
          pointer,
          "INVALID_NAME",
          "A name is 1 to 63 of a-z, 0-9 and -, and begins and ends with a letter or digit.",
          value,
          "63");
    }
  }

  /// A dotted DNS name (RFC 1123) of up to 253 characters.
  public void dnsName(String pointer, String value) {
    if (value.length() > DNS_NAME_MAX || !DNS_NAME.matcher(value).matches()) {
      add(
          pointer,
          "INVALID_NAME",
          "A name is up to 253 of a-z, 0-9, - and ., in parts that begin and end with a letter or"
              + " digit.",
          value,
          "253");
    }
  }

  /// A Kubernetes label key or resource name: an optional DNS name and `/`, then a word of up to
  /// 63.
  public void labelKey(String pointer, String value) {
    int slash = value.indexOf('/');
    String prefix = slash < 0 ? "a" : value.substring(0, slash);
    boolean valid =
        prefix.length() <= DNS_NAME_MAX
            && DNS_NAME.matcher(prefix).matches()
            && LABEL_WORD.matcher(value.substring(slash + 1)).matches();
    if (!valid) {
      add(
          pointer,
          "INVALID_LABEL_KEY",
          "A key is an optional DNS name and /, then 1 to 63 of A-Z, a-z, 0-9, -, _ and ., as in"
              + " Kubernetes labels.",
          value,
          null);
    }
  }

  /// A Kubernetes label value: empty, or a word of up to 63.
  public void labelValue(String pointer, String value) {
    if (!value.isEmpty() && !LABEL_WORD.matcher(value).matches()) {
      add(
          pointer,
          "INVALID_LABEL_VALUE",
          "A label value is empty or 1 to 63 of A-Z, a-z, 0-9, -, _ and ., beginning and ending"
              + " with a letter or digit.",
          value,
          "63");
    }
  }

  /// Text for people: not blank, at most `lengthMax` characters, no control characters.
  public void text(String pointer, String value, int lengthMax) {
    if (value.isBlank()) {
      add(pointer, "REQUIRED", "A text of 1 to %d characters is needed.".formatted(lengthMax));
      return;
    }
    if (value.codePointCount(0, value.length()) > lengthMax) {
      add(
          pointer,
          "TOO_LONG",
          "The text may have at most %d characters.".formatted(lengthMax),
          value,
          Integer.toString(lengthMax));
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      add(pointer, "INVALID_TEXT", "The text must not have control characters.", value, null);
    }
  }

  /// A number between `min` and `max`, both allowed.
  public void range(String pointer, long value, long min, long max) {
    if (value < min) {
      add(
          pointer,
          min == 0 ? "NEGATIVE" : "TOO_SMALL",
          "The value must be at least %d.".formatted(min),
          Long.toString(value),
          Long.toString(min));
    }
    if (value > max) {
      add(
          pointer,
          "TOO_LARGE",
          "The value must be at most %d.".formatted(max),
          Long.toString(value),
          Long.toString(max));
    }
  }

  /// A list of at most `max` entries.
  public void size(String pointer, int size, int max) {
    if (size > max) {
      add(
          pointer,
          "TOO_MANY",
          "At most %d entries are allowed.".formatted(max),
          Integer.toString(size),
          Integer.toString(max));
    }
  }

  /// A name of something that must be there.
  public void known(String pointer, String what, String name, boolean isKnown) {
    if (!isKnown) {
      add(pointer, "UNKNOWN_REFERENCE", "There is no %s of this name.".formatted(what), name, null);
    }
  }
}
