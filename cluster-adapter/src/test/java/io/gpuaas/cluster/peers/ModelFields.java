package io.gpuaas.cluster.peers;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Fields that the client's models of Kubernetes did not know when they read an object: each model
/// keeps them apart.
final class ModelFields {
  private static final String UNKNOWN = "getAdditionalProperties";

  private ModelFields() {}

  static void unknown(@Nullable Object model, String at, List<String> faults) {
    switch (model) {
      case Collection<?> many -> many.forEach(one -> unknown(one, at + "/-", faults));
      case Map<?, ?> map -> map.forEach((name, one) -> unknown(one, at + "/" + name, faults));
      case null -> {}
      default -> {
        if (model.getClass().getName().startsWith("io.fabric8.kubernetes.api.model.")) {
          fields(model, at, faults);
        }
      }
    }
  }

  private static void fields(Object model, String at, List<String> faults) {
    for (Method method : model.getClass().getMethods()) {
      boolean getter =
          method.getName().startsWith("get")
              && method.getParameterCount() == 0
              && !Modifier.isStatic(method.getModifiers())
              && !method.getName().equals("getClass");
      if (getter) {
        Object value = call(model, method);
        if (method.getName().equals(UNKNOWN) && value instanceof Map<?, ?> map) {
          map.keySet().forEach(name -> faults.add("unknown field " + at + "/" + name));
        } else if (!model.getClass().getSimpleName().equals("Quantity")) {
          unknown(value, at + "/" + method.getName().substring(3), faults);
        }
      }
    }
  }

  private static @Nullable Object call(Object model, Method method) {
    try {
      return method.invoke(model);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(method + " cannot be called.", e);
    }
  }
}
