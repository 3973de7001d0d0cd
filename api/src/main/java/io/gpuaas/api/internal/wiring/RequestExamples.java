package io.gpuaas.api.internal.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.parameters.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// An example of the body of each operation that takes one, from the file `request-examples.json`
/// beside this class. A test sends them.
final class RequestExamples {
  private static final JsonNode ALL = read();

  private RequestExamples() {}

  private static JsonNode read() {
    try (InputStream file = RequestExamples.class.getResourceAsStream("request-examples.json")) {
      if (file == null) {
        throw new IllegalStateException("The examples are missing.");
      }
      return new ObjectMapper().readTree(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void addTo(Operation operation) {
    RequestBody body = operation.getRequestBody();
    JsonNode example = ALL.get(operation.getOperationId());
    if (body != null && example != null) {
      Object value = example.isTextual() ? example.asText() : example;
      body.getContent().values().forEach(type -> type.setExample(value));
    }
  }
}
