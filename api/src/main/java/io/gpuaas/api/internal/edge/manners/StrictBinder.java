package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Turns a JSON tree into a record and never guesses: an unknown field, a wrong type, a missing
/// field and a broken constraint are faults, and all of them are found in one pass.
///
/// A component that is not `@Nullable` is required. Constraints are those of Jakarta Validation on
/// the components. Whole numbers are written without a fraction and without an exponent: `2.0` and
/// `1e1` are refused like `1.9`.
public final class StrictBinder {
  private final Constraints constraints;

  public StrictBinder(Constraints constraints) {
    this.constraints = constraints;
  }

  /// The body as a `type`.
  ///
  /// @throws ProblemException with all faults
  public <T extends Record> T bind(JsonNode body, Class<T> type) {
    List<Fault> faults = new ArrayList<>();
    Object bound = record(body, type, "", faults);
    if (!faults.isEmpty() || bound == null) {
      throw ProblemException.ofBody(faults);
    }
    return type.cast(bound);
  }

  private @Nullable Object value(
      JsonNode node, AnnotatedType annotated, String pointer, List<Fault> faults) {
    Type type = annotated.getType();
    if (type instanceof ParameterizedType generic) {
      AnnotatedType[] of =
          ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments();
      return generic.getRawType() == List.class
          ? list(node, of[0], pointer, faults)
          : map(node, of[1], pointer, faults);
    }
    Class<?> plain = (Class<?>) type;
    return plain.isRecord()
        ? record(node, plain, pointer, faults)
        : Scalars.read(node, plain, pointer, faults);
  }

  private @Nullable Object record(
      JsonNode node, Class<?> type, String pointer, List<Fault> faults) {
    if (!node.isObject()) {
      faults.add(Scalars.wrongType(node, pointer, "an object"));
      return null;
    }
    int before = faults.size();
    RecordComponent[] components = type.getRecordComponents();
    unknownFields(node, type, pointer, faults);
    @Nullable Object[] values = new @Nullable Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = component(node, type, components[i], pointer, faults);
    }
    return faults.size() > before ? null : construct(type, components, values);
  }

  private @Nullable Object component(
      JsonNode parent, Class<?> owner, RecordComponent component, String path, List<Fault> faults) {
    String pointer = Fault.at(path, name(component));
    JsonNode node = parent.get(name(component));
    if (node == null || node.isNull()) {
      if (!isNullable(component)) {
        String given = node == null ? null : "null";
        faults.add(new Fault(pointer, "REQUIRED", "This field is required.", given, null));
      }
      return null;
    }
    int before = faults.size();
    Object value = value(node, component.getAnnotatedType(), pointer, faults);
    if (faults.size() == before) {
      constraints.check(owner, component.getName(), value, pointer, faults);
    }
    if (component.isAnnotationPresent(Secret.class)) {
      hideValues(faults.subList(before, faults.size()));
    }
    return value;
  }

  private static void hideValues(List<Fault> faults) {
    faults.replaceAll(it -> new Fault(it.pointer(), it.code(), it.detail(), null, it.limit()));
  }

  private static String name(RecordComponent component) {
    FieldName other = component.getAnnotation(FieldName.class);
    return other == null ? component.getName() : other.value();
  }

  private static boolean isNullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static void unknownFields(
      JsonNode node, Class<?> type, String pointer, List<Fault> faults) {
    List<String> known = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      known.add(name(component));
    }
    ReadOnlyFields ignored = type.getAnnotation(ReadOnlyFields.class);
    List<String> readOnly = ignored == null ? List.of() : List.of(ignored.value());
    for (String name : node.propertyNames()) {
      if (!known.contains(name) && !readOnly.contains(name)) {
        String allowed = "There is no such field; known are " + String.join(", ", known) + ".";
        faults.add(Fault.of(Fault.at(pointer, shortened(name)), "UNKNOWN_FIELD", allowed));
      }
    }
  }

  private @Nullable List<Object> list(
      JsonNode node, AnnotatedType of, String pointer, List<Fault> faults) {
    if (!node.isArray()) {
      faults.add(Scalars.wrongType(node, pointer, "a list"));
      return null;
    }
    List<Object> values = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      Object value = element(node.get(i), of, Fault.at(pointer, i), faults);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  private @Nullable SortedMap<String, Object> map(
      JsonNode node, AnnotatedType of, String pointer, List<Fault> faults) {
    if (!node.isObject()) {
      faults.add(Scalars.wrongType(node, pointer, "an object"));
      return null;
    }
    SortedMap<String, Object> values = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      Object value = element(entry.getValue(), of, Fault.at(pointer, entry.getKey()), faults);
      if (value != null) {
        values.put(entry.getKey(), value);
      }
    }
    return values;
  }

  private @Nullable Object element(
      JsonNode node, AnnotatedType of, String pointer, List<Fault> faults) {
    if (node.isNull()) {
      faults.add(new Fault(pointer, "REQUIRED", "Must not be null.", "null", null));
      return null;
    }
    return value(node, of, pointer, faults);
  }

  private static Object construct(
      Class<?> type, RecordComponent[] components, @Nullable Object[] values) {
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
    }
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(type + " refused values that had passed.", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be constructed.", e);
    }
  }

  private static String shortened(String name) {
    return Fault.shown(name, 64);
  }
}
