package io.gpuaas.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The `--name value` options of a call.
record Options(SortedMap<String, String> values) {
  /// @throws IllegalArgumentException with a sentence for the user
  ///
  /// @param known names, without the dashes; others are refused
  static Options of(List<String> arguments, List<String> known) {
    SortedMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("--")) {
        throw new IllegalArgumentException(argument + " is no option.");
      }
      if (!known.contains(argument.substring(2))) {
        throw new IllegalArgumentException(
            "%s is not known; allowed: %s.".formatted(argument, allowed(known)));
      }
      boolean hasValue = i + 1 < arguments.size() && !arguments.get(i + 1).startsWith("--");
      values.put(argument.substring(2), hasValue ? arguments.get(++i) : "true");
    }
    return new Options(values);
  }

  private static String allowed(List<String> known) {
    return "--list" + String.join("", known.stream().map(name -> ", --" + name).toList());
  }

  String text(String name, String fallback) {
    return values.getOrDefault(name, fallback);
  }

  boolean flag(String name) {
    return values.getOrDefault(name, "false").equals("true");
  }

  long number(String name, long fallback) {
    String text = values.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("--%s (%s) must be a whole number.".formatted(name, text));
    }
  }

  /// `100,1000` or `42-51`.
  List<Integer> numbers(String name, String fallback) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : text(name, fallback).split(",")) {
      String[] ends = part.split("-", 2);
      int from = Integer.parseInt(ends[0].strip());
      int to = ends.length == 2 ? Integer.parseInt(ends[1].strip()) : from;
      for (int i = from; i <= to; i++) {
        numbers.add(i);
      }
    }
    return numbers;
  }
}
