package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks one component of a record against its Jakarta Validation constraints.
public final class Constraints {
  private final Validator validator;

  public Constraints(Validator validator) {
    this.validator = validator;
  }

  void check(
      Class<?> owner, String name, @Nullable Object value, String pointer, List<Fault> faults) {
    List<Fault> found = new ArrayList<>();
    for (ConstraintViolation<?> violation : validator.validateValue(owner, name, value)) {
      found.add(fault(violation, pointer));
    }
    // A set's order is not part of the answer.
    found.sort(Comparator.comparing(Fault::pointer).thenComparing(Fault::code));
    faults.addAll(found);
  }

  private static Fault fault(ConstraintViolation<?> violation, String pointer) {
    String at = pointer + inside(violation.getPropertyPath());
    String value = shown(violation.getInvalidValue());
    Annotation rule = violation.getConstraintDescriptor().getAnnotation();
    return switch (rule) {
      case Min min -> limit(at, "TOO_SMALL", "Must be at least %s.", value, min.value());
      case Max max -> limit(at, "TOO_LARGE", "Must be at most %s.", value, max.value());
      case Size size -> size(at, value, size, violation.getInvalidValue());
      case NotBlank _, NotEmpty _ -> new Fault(at, "REQUIRED", "Must not be empty.", value, null);
      case Pattern pattern ->
          new Fault(at, "FORMAT", patternText(violation, pattern), value, pattern.regexp());
      default -> new Fault(at, "INVALID", violation.getMessage(), value, null);
    };
  }

  private static String patternText(ConstraintViolation<?> violation, Pattern pattern) {
    boolean own = !pattern.message().startsWith("{");
    return own ? violation.getMessage() : "Must match %s.".formatted(pattern.regexp());
  }

  private static Fault size(String at, @Nullable String value, Size size, @Nullable Object given) {
    String unit = given instanceof CharSequence ? "characters" : "entries";
    int actual =
        switch (given) {
          case CharSequence text -> text.length();
          case java.util.Collection<?> many -> many.size();
          case java.util.Map<?, ?> map -> map.size();
          case null, default -> 0;
        };
    return actual < size.min()
        ? limit(at, "TOO_SHORT", "Must have at least %s " + unit + ".", value, size.min())
        : limit(at, "TOO_LONG", "Must have at most %s " + unit + ".", value, size.max());
  }

  private static Fault limit(
      String at, String code, String text, @Nullable String value, long limit) {
    return new Fault(at, code, text.formatted(limit), value, Long.toString(limit));
  }

  private static String inside(Path path) {
    StringBuilder pointer = new StringBuilder();
    for (Path.Node node : path) {
      if (node.getKind() == ElementKind.CONTAINER_ELEMENT && node.getIndex() != null) {
        pointer.append('/').append(node.getIndex());
      } else if (node.getKind() == ElementKind.CONTAINER_ELEMENT && node.getKey() != null) {
        pointer.append(Fault.at("", String.valueOf(node.getKey())));
      }
    }
    return pointer.toString();
  }

  private static @Nullable String shown(@Nullable Object value) {
    if (!(value instanceof CharSequence) && !(value instanceof Number)) {
      return null;
    }
    String text = value.toString();
    return Fault.shown(text, 80);
  }
}
