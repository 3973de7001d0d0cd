package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.FaultCollector;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Small texts of settings: lists by comma, pairs, flags, and the faults of those that are none.
final class Texts {
  private static final Pattern COMMA = Pattern.compile(",");

  private Texts() {}

  static List<String> words(String text) {
    return COMMA.splitAsStream(text).map(String::strip).filter(word -> !word.isEmpty()).toList();
  }

  /// Reads `a=b,c=d`.
  static SortedMap<String, String> pairs(String text) {
    TreeMap<String, String> pairs = new TreeMap<>();
    for (String pair : words(text)) {
      int equals = pair.indexOf('=');
      pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return pairs;
  }

  static void checkPairs(String pointer, String text, FaultCollector faults) {
    boolean pairs = words(text).stream().allMatch(word -> word.indexOf('=') > 0);
    allow(pointer, text, pairs, "pairs like NAME=VALUE, by comma", faults);
  }

  static void checkFlag(String pointer, String text, FaultCollector faults) {
    boolean flag = text.equals("true") || text.equals("false");
    allow(pointer, text, flag, "true, false", faults);
  }

  static void checkOneOf(String pointer, String text, List<String> allowed, FaultCollector faults) {
    allow(pointer, text, allowed.contains(text), String.join(", ", allowed), faults);
  }

  static void allow(
      String pointer, String text, boolean valid, String allowed, FaultCollector faults) {
    if (!valid) {
      faults.add(pointer, "INVALID_VALUE", "Allowed are %s.".formatted(allowed), text, null);
    }
  }
}
