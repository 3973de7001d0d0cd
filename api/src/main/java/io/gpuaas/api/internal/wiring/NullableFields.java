package io.gpuaas.api.internal.wiring;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JavaType;
import io.gpuaas.api.internal.edge.manners.FieldName;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Says in the schema of a record what its types say: a component is required unless it is
/// `@Nullable`, and then it may be null. Bodies and answers are bound by the same rule.
final class NullableFields implements ModelConverter {
  private static final String REFERENCE = "#/components/schemas/";

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    if (!chain.hasNext()) {
      return null;
    }
    Schema<?> schema = chain.next().resolve(type, context, chain);
    JavaType java = Json.mapper().constructType(type.getType());
    if (schema != null && java != null && java.getRawClass().isRecord()) {
      describe(defined(schema, context), java.getRawClass());
    }
    return schema;
  }

  private static @Nullable Schema<?> defined(Schema<?> schema, ModelConverterContext context) {
    String reference = schema.get$ref();
    return reference == null || !reference.startsWith(REFERENCE)
        ? schema
        : context.getDefinedModels().get(reference.substring(REFERENCE.length()));
  }

  private static void describe(@Nullable Schema<?> schema, Class<?> type) {
    if (schema == null || schema.getProperties() == null) {
      return;
    }
    List<String> required = new java.util.ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = name(component);
      Schema<?> property = schema.getProperties().get(name);
      if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        if (property != null) {
          schema.getProperties().put(name, nullable(property));
        }
      } else if (property != null) {
        required.add(name);
      }
    }
    schema.setRequired(required.isEmpty() ? null : required);
    schema.setAdditionalProperties(null);
  }

  private static String name(RecordComponent component) {
    FieldName other = component.getAnnotation(FieldName.class);
    if (other != null) {
      return other.value();
    }
    JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
    return property == null || property.value().isEmpty() ? component.getName() : property.value();
  }

  private static Schema<?> nullable(Schema<?> property) {
    if (property.get$ref() != null) {
      return either(property, new Schema<>().$ref(property.get$ref()));
    }
    if (property.getEnum() != null && !property.getEnum().isEmpty()) {
      Schema<Object> values = new Schema<>();
      values.setTypes(property.getTypes());
      values.setType(property.getType());
      property.getEnum().forEach(values::addEnumItemObject);
      return either(property, values);
    }
    if (property.getOneOf() == null) {
      Set<String> types = new LinkedHashSet<>();
      if (property.getTypes() != null) {
        types.addAll(property.getTypes());
      } else if (property.getType() != null) {
        types.add(property.getType());
      }
      if (!types.isEmpty()) {
        types.add("null");
        property.setTypes(types);
      }
    }
    return property;
  }

  /// A list of values that has no null in it would forbid it, whatever types stand beside it.
  private static Schema<?> either(Schema<?> property, Schema<?> value) {
    Schema<?> nothing = new Schema<>();
    nothing.setTypes(Set.of("null"));
    Schema<?> either = new Schema<>();
    either.setOneOf(List.of(value, nothing));
    either.setDescription(property.getDescription());
    if (property.getDefault() != null) {
      either.setDefault(property.getDefault());
    }
    if (property.getExample() != null) {
      either.setExample(property.getExample());
    }
    return either;
  }
}
