package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads single values for [StrictBinder].
final class Scalars {
  private Scalars() {}

  /// The value as `type`, or null after a fault was added.
  static @Nullable Object read(JsonNode node, Class<?> type, String pointer, List<Fault> faults) {
    if (type == JsonNode.class) {
      return node;
    }
    if (type == Object.class) {
      return FreeForm.read(node, pointer, faults);
    }
    if (type == String.class) {
      return text(node, pointer, faults);
    }
    if (type == boolean.class || type == Boolean.class) {
      if (node.isBoolean()) {
        return node.booleanValue();
      }
      faults.add(wrongType(node, pointer, "true or false"));
      return null;
    }
    if (type == int.class || type == Integer.class) {
      Long value = whole(node, pointer, Integer.MIN_VALUE, Integer.MAX_VALUE, faults);
      return value == null ? null : Math.toIntExact(value);
    }
    if (type == long.class || type == Long.class) {
      return whole(node, pointer, Long.MIN_VALUE, Long.MAX_VALUE, faults);
    }
    if (type.isEnum()) {
      return constant(node, type, pointer, faults);
    }
    if (type == Instant.class) {
      return instant(node, pointer, faults);
    }
    throw new IllegalStateException("%s: no reader for %s.".formatted(pointer, type));
  }

  private static @Nullable String text(JsonNode node, String pointer, List<Fault> faults) {
    if (!node.isString()) {
      faults.add(wrongType(node, pointer, "a string"));
      return null;
    }
    String text = node.stringValue();
    if (text.indexOf('\0') >= 0 || hasLoneSurrogate(text)) {
      faults.add(Fault.of(pointer, "FORMAT", "Must be Unicode text without the character 0."));
      return null;
    }
    return text;
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static @Nullable Long whole(
      JsonNode node, String pointer, long min, long max, List<Fault> faults) {
    if (!node.isIntegralNumber()) {
      faults.add(wrongType(node, pointer, "a whole number, without fraction or exponent"));
      return null;
    }
    BigInteger value = node.bigIntegerValue();
    if (value.compareTo(BigInteger.valueOf(max)) > 0) {
      String detail = "Must be at most %d.".formatted(max);
      faults.add(new Fault(pointer, "TOO_LARGE", detail, shown(node), Long.toString(max)));
      return null;
    }
    if (value.compareTo(BigInteger.valueOf(min)) < 0) {
      String detail = "Must be at least %d.".formatted(min);
      faults.add(new Fault(pointer, "TOO_SMALL", detail, shown(node), Long.toString(min)));
      return null;
    }
    return value.longValueExact();
  }

  private static @Nullable Object constant(
      JsonNode node, Class<?> type, String pointer, List<Fault> faults) {
    Object[] constants = type.getEnumConstants();
    if (node.isString()) {
      for (Object constant : constants) {
        if (((Enum<?>) constant).name().equals(node.stringValue())) {
          return constant;
        }
      }
    }
    String allowed =
        Arrays.stream(constants).map(it -> ((Enum<?>) it).name()).collect(Collectors.joining(", "));
    faults.add(
        new Fault(pointer, "NOT_ALLOWED", "Must be one of " + allowed + ".", shown(node), allowed));
    return null;
  }

  private static @Nullable Instant instant(JsonNode node, String pointer, List<Fault> faults) {
    if (node.isString()) {
      try {
        return OffsetDateTime.parse(node.stringValue()).toInstant();
      } catch (DateTimeParseException _) {
        // Reported below, as for any other value.
      }
    }
    faults.add(wrongType(node, pointer, "an instant as in RFC 3339, e.g. 2026-12-01T00:00:00Z"));
    return null;
  }

  static Fault wrongType(JsonNode node, String pointer, String wanted) {
    return new Fault(pointer, "WRONG_TYPE", "Must be " + wanted + ".", shown(node), null);
  }

  private static String shown(JsonNode node) {
    String text = node.isContainer() ? (node.isArray() ? "a list" : "an object") : node.toString();
    return Fault.shown(text, 80);
  }
}
