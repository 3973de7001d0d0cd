package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiIT extends HttpIT {
  private static final Path CHECKED_IN = Path.of("..", "docs", "api", "openapi.json");

  @Test
  void checkedInDescriptionIsWhatTheServerSays() throws IOException {
    String served = admin().get("/api/v1/openapi.json").text().strip() + "\n";
    if (Boolean.getBoolean("openapi.update")) {
      Files.createDirectories(CHECKED_IN.getParent());
      Files.writeString(CHECKED_IN, served);
    }
    assertThat(Files.readString(CHECKED_IN))
        .as("Run this test with -Dopenapi.update=true to write the file anew.")
        .isEqualTo(served);
  }

  @Test
  void everyOperationHasAnIdASummaryAndItsProblems() {
    JsonNode description = admin().get("/api/v1/openapi.json").json();
    assertThat(description.path("openapi").asString()).startsWith("3.1");
    SortedSet<String> ids = new TreeSet<>();
    int operations = 0;
    for (var path : description.path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        String at = operation.getKey() + " " + path.getKey();
        ids.add(operation.getValue().path("operationId").asString());
        operations++;
        assertThat(operation.getValue().path("summary").asString("")).as(at).isNotBlank();
        assertThat(operation.getValue().path("responses").has("default")).as(at).isTrue();
      }
    }
    assertThat(operations).isGreaterThan(50);
    assertThat(ids).hasSize(operations);
  }

  @Test
  void descriptionAndItsPagesNeedSignIn() {
    assertThat(nobody().get("/api/v1/openapi.json").status()).isEqualTo(401);
    assertThat(nobody().get("/api/docs").status()).isEqualTo(401);
    assertThat(nobody().get("/swagger-ui/index.html").status()).isEqualTo(401);
    assertThat(admin().get("/problems/validation").text()).contains("VALIDATION");
  }
}
