package io.gpuaas.api.internal.edge.manners;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The name of a component in a body, where Java cannot have that name.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface FieldName {
  /// As it stands in JSON.
  String value();
}
