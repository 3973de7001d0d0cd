package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;

/// Reads a `@RequestBody` record by [StrictBinder], or a raw tree. Never writes.
public final class StrictJsonBody extends AbstractHttpMessageConverter<Object> {
  private final StrictBinder binder;

  public StrictJsonBody(StrictBinder binder) {
    super(MediaType.APPLICATION_JSON, new MediaType("application", "*+json"));
    this.binder = binder;
  }

  @Override
  protected boolean supports(Class<?> type) {
    return type.isRecord() || type == JsonNode.class;
  }

  @Override
  public boolean canWrite(Class<?> type, @Nullable MediaType mediaType) {
    return false;
  }

  @Override
  protected Object readInternal(Class<?> type, HttpInputMessage input) throws IOException {
    JsonNode tree = tree(input.getBody().readAllBytes());
    return type == JsonNode.class ? tree : binder.bind(tree, type.asSubclass(Record.class));
  }

  /// The body as a tree.
  ///
  /// @throws ProblemException when it is not one JSON document
  public static JsonNode tree(byte[] body) {
    try (JsonParser parser = ApiJson.READER.createParser(body)) {
      try {
        JsonNode tree = ApiJson.READER.readTree(parser);
        if (tree == null || tree.isMissingNode()) {
          throw missing();
        }
        return tree;
      } catch (StreamConstraintsException e) {
        throw malformed(e.getOriginalMessage(), "");
      } catch (JacksonException e) {
        throw malformed(sentence(e), parser.streamReadContext().pathAsPointer().toString());
      }
    }
  }

  static ProblemException missing() {
    return malformed("The body is empty; a JSON document is expected.", "");
  }

  private static String sentence(JacksonException e) {
    var at = e.getLocation();
    String where =
        at == null ? "" : " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
    String what = e.getOriginalMessage().lines().findFirst().orElse("not JSON");
    // The text of the body may be a secret, and does not go into answers.
    return what.replaceAll("'[^']{3,}'|\"[^\"]{3,}\"", "'…'") + where;
  }

  private static ProblemException malformed(String detail, String pointer) {
    String text = Fault.shown(detail, 300);
    Fault fault = Fault.of(pointer, ProblemCode.MALFORMED_JSON.name(), text);
    return new ProblemException(
        ProblemCode.MALFORMED_JSON, text, List.of(fault), Collections.emptySortedMap());
  }

  @Override
  protected void writeInternal(Object value, HttpOutputMessage output) {
    throw new UnsupportedOperationException("This converter only reads.");
  }
}
