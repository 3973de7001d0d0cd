package io.gpuaas.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// One figure with what it must reach, printed as one line of JSON.
///
/// @param better `lower` or `higher`
/// @param target NaN when there is nothing to reach
/// @param valid whether the result counts were right; a fast wrong answer never meets its target
/// @param detail further facts: whole numbers, decimals, texts and flags
record Measurement(
    String name,
    double value,
    String unit,
    String better,
    double target,
    boolean valid,
    SequencedMap<String, Object> detail) {

  static Measurement lower(String name, double value, String unit, double target) {
    return new Measurement(name, value, unit, "lower", target, true, new LinkedHashMap<>());
  }

  static Measurement higher(String name, double value, String unit, double target) {
    return new Measurement(name, value, unit, "higher", target, true, new LinkedHashMap<>());
  }

  /// With one more fact.
  Measurement with(String key, Object fact) {
    SequencedMap<String, Object> more = new LinkedHashMap<>(detail);
    more.put(key, fact);
    return new Measurement(name, value, unit, better, target, valid, more);
  }

  /// Checks a result count; the fact is noted, a wrong one spoils the measurement.
  Measurement expect(String key, long expected, long actual) {
    Measurement noted = with(key, actual);
    if (expected == actual) {
      return noted;
    }
    Measurement spoiled = noted.with(key + "Expected", expected);
    return new Measurement(name, value, unit, better, target, false, spoiled.detail);
  }

  boolean met() {
    boolean reached =
        Double.isNaN(target) || (better.equals("lower") ? value <= target : value >= target);
    return valid && reached;
  }

  String toJson() {
    StringBuilder text = new StringBuilder("{");
    field(text, "name", name);
    field(text, "value", value);
    field(text, "unit", unit);
    field(text, "better", better);
    if (!Double.isNaN(target)) {
      field(text, "target", target);
    }
    field(text, "met", met());
    text.append(",\"detail\":{");
    boolean first = true;
    for (Map.Entry<String, Object> entry : detail.entrySet()) {
      text.append(first ? "" : ",").append(quoted(entry.getKey())).append(':');
      text.append(json(entry.getValue()));
      first = false;
    }
    return text.append("}}").toString();
  }

  private static void field(StringBuilder text, String key, Object fact) {
    text.append(text.length() == 1 ? "" : ",").append(quoted(key)).append(':').append(json(fact));
  }

  private static String json(Object fact) {
    return switch (fact) {
      case Double number -> decimal(number);
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      default -> quoted(fact.toString());
    };
  }

  private static String decimal(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return "null";
    }
    BigDecimal rounded = new BigDecimal(number, new MathContext(5)).stripTrailingZeros();
    return rounded.toPlainString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
