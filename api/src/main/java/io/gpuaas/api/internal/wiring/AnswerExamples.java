package io.gpuaas.api.internal.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/// An example of the answer of each operation, from the file `answer-examples.json` beside this
/// class: what a running product has answered, kept once for each schema
/// (`api/contract/answers.py`).
final class AnswerExamples {
  private static final String SCHEMAS = "#/components/schemas/";
  private static final String EXAMPLES = "#/components/examples/";
  private static final JsonNode ALL = read();

  private AnswerExamples() {}

  private static JsonNode read() {
    try (InputStream file = AnswerExamples.class.getResourceAsStream("answer-examples.json")) {
      if (file == null) {
        throw new IllegalStateException("The examples are missing.");
      }
      return new ObjectMapper().readTree(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void addTo(Components components) {
    for (Map.Entry<String, JsonNode> each : ALL.properties()) {
      JsonNode value = each.getValue();
      Object shown = value.isTextual() ? value.asText() : value;
      components.addExamples(each.getKey(), new Example().value(shown));
    }
  }

  static void addTo(Operation operation) {
    for (Map.Entry<String, ApiResponse> answer : operation.getResponses().entrySet()) {
      if (answer.getKey().startsWith("2") && answer.getValue().getContent() != null) {
        for (MediaType body : answer.getValue().getContent().values()) {
          String name = name(body.getSchema(), operation.getOperationId());
          if (ALL.has(name)) {
            Example example = new Example().$ref(EXAMPLES + name);
            body.setExamples(Map.of("sample", example));
          }
        }
      }
    }
  }

  /// Of a schema, or of an operation whose answer has none with a name.
  private static String name(Schema<?> schema, String operation) {
    String reference = schema == null ? null : schema.get$ref();
    return reference == null ? operation : reference.substring(SCHEMAS.length());
  }
}
