package io.gpuaas.api.internal.edge.manners;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Names fields of the answer that a body may carry and that are ignored, so that a document can be
/// sent back as it was read.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ReadOnlyFields {
  /// Names of the fields.
  String[] value();
}
