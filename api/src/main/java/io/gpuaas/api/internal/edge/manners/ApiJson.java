package io.gpuaas.api.internal.edge.manners;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/// The two JSON mappers of the interface: one to write answers, one to read bodies into trees.
public final class ApiJson {
  /// Deepest nesting of a body.
  public static final int MAX_DEPTH = 32;

  /// RFC 3339 in UTC with exactly three decimals.
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /// Writes answers: instants with milliseconds, fields in the order of the record.
  public static final JsonMapper WRITER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .addModule(new SimpleModule("instants").addSerializer(new InstantText()))
          .build();

  /// Reads bodies. Non-numbers (`NaN`) are let through as tree nodes, so that the binder can name
  /// the field that has one.
  public static final JsonMapper READER = reader();

  private ApiJson() {}

  /// A document as an answer has it.
  public static String write(Object document) {
    return WRITER.writeValueAsString(document);
  }

  public static String text(Instant instant) {
    return MILLIS.format(instant);
  }

  private static JsonMapper reader() {
    StreamReadConstraints limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(400)
            .maxNameLength(1000)
            .maxStringLength(1_000_000)
            .build();
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(limits)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  private static final class InstantText extends StdSerializer<Instant> {
    InstantText() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator out, SerializationContext context) {
      out.writeString(text(value));
    }
  }
}
