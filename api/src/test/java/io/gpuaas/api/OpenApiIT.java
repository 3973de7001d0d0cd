package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  private record Described(String at, JsonNode operation) {}

  private List<Described> operations() {
    List<Described> all = new ArrayList<>();
    for (var path : admin().get("/api/v1/openapi.json").json().path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        String at = operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
        all.add(new Described(at, operation.getValue()));
      }
    }
    assertThat(all).hasSizeGreaterThan(50);
    return all;
  }

  /// What a reader of the description misses in an operation.
  private static List<String> faults(Described it) {
    List<String> faults = new ArrayList<>();
    JsonNode operation = it.operation();
    if (!operation.path("operationId").asString("").matches("[a-z][A-Za-z]+")) {
      faults.add(it.at() + ": an operationId of letters");
    }
    for (String text : List.of("summary", "description")) {
      if (operation.path(text).asString("").isBlank()) {
        faults.add(it.at() + ": a " + text);
      }
    }
    if (operation.path("summary").asString("").endsWith(".")) {
      faults.add(it.at() + ": a summary without a full stop");
    }
    if (operation.path("tags").size() != 1) {
      faults.add(it.at() + ": one tag");
    }
    for (JsonNode parameter : operation.path("parameters")) {
      String text = parameter.path("description").asString("");
      if (text.isBlank() || text.endsWith("of the ")) {
        faults.add(it.at() + ": what " + parameter.path("name").asString() + " means");
      }
    }
    JsonNode responses = operation.path("responses");
    boolean problems =
        responses.path("default").path("content").has("application/problem+json")
            && responses.has("401");
    if (!problems || responses.properties().stream().noneMatch(of -> of.getKey().startsWith("2"))) {
      faults.add(it.at() + ": a success, its problems and a default one");
    }
    for (JsonNode type : operation.path("requestBody").path("content")) {
      if (!type.has("example")) {
        faults.add(it.at() + ": an example of its body");
      }
    }
    for (var answer : responses.properties()) {
      for (var type : answer.getValue().path("content").properties()) {
        boolean shown = List.of("application/json", "text/csv").contains(type.getKey());
        if (answer.getKey().startsWith("2") && shown && !type.getValue().has("examples")) {
          faults.add(it.at() + ": an example of its answer " + answer.getKey());
        }
      }
    }
    if (operation.path("deprecated").asBoolean(false)
        && !operation.path("description").asString("").contains("instead")) {
      faults.add(it.at() + ": what comes instead");
    }
    return faults;
  }

  /// Signing in and out, what sends something at once, and what changes nothing anyway.
  private static final List<String> NO_DRY_RUN =
      List.of(
          "applyClusterQueues",
          "beginDeviceLogin",
          "decideDeviceLogin",
          "exchangeToken",
          "explainTrust",
          "pingWebhook",
          "planJob",
          "previewCohortQuotas",
          "previewProjectQuotas",
          "previewSchedulingPolicy",
          "redeliverWebhook",
          "renderJob",
          "signIn",
          "signOut",
          "simulate");

  @Test
  void everyChangeCanBeTriedAndEveryListHasPages() {
    List<String> withoutDryRun = new ArrayList<>();
    List<String> withoutPages = new ArrayList<>();
    for (Described it : operations()) {
      String parameters = it.operation().path("parameters").toString();
      String id = it.operation().path("operationId").asString();
      if (!it.at().startsWith("GET ") && !parameters.contains("\"dryRun\"")) {
        withoutDryRun.add(id);
      }
      String answer = it.operation().at("/responses/200/content").toString();
      boolean paged = parameters.contains("\"limit\"") && parameters.contains("\"cursor\"");
      if (answer.contains("#/components/schemas/Page") && !paged) {
        withoutPages.add(id);
      }
    }
    assertThat(withoutDryRun).containsExactlyInAnyOrderElementsOf(NO_DRY_RUN);
    assertThat(withoutPages).isEmpty();
  }

  @Test
  void everyOperationIsDescribedWhole() {
    assertThat(admin().get("/api/v1/openapi.json").json().path("openapi").asString())
        .startsWith("3.1");
    List<Described> all = operations();
    assertThat(all.stream().flatMap(it -> faults(it).stream())).as("what is missing").isEmpty();
    assertThat(all.stream().map(it -> it.operation().path("operationId").asString()))
        .doesNotHaveDuplicates();
  }

  /// By the rules of JSON Schema that the description uses.
  @Test
  void examplesOfAnswersHaveTheShapeThatIsDescribed() {
    JsonNode api = admin().get("/api/v1/openapi.json").json();
    Shapes shapes = new Shapes(api);
    List<String> wrong = new ArrayList<>();
    for (Described it : operations()) {
      for (JsonNode answer : it.operation().path("responses")) {
        for (JsonNode type : answer.path("content")) {
          String example = type.at("/examples/sample/$ref").asString("");
          if (!example.isEmpty()) {
            JsonNode value = api.at(example.substring(1) + "/value");
            wrong.addAll(shapes.faults(it.at(), value, type.path("schema")));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /// Dry runs where there are any; elsewhere what examples name is not there, or they lack the
  /// version that they change.
  @Test
  void examplesAreUnderstood() {
    sampleOrganisation();
    List<String> misunderstood = new ArrayList<>();
    for (Described it : operations()) {
      String method = it.at().substring(0, it.at().indexOf(' '));
      String path = it.at().substring(method.length() + 1).replaceAll("\\{[^}]*}", "none");
      for (var type : it.operation().path("requestBody").path("content").properties()) {
        JsonNode example = type.getValue().path("example");
        if (type.getKey().equals("application/json")) {
          boolean dry = it.operation().path("parameters").toString().contains("\"dryRun\"");
          Answer answer =
              admin().send(method, path + (dry ? "?dryRun=true" : ""), example.toString());
          if (answer.status() == 415 || answer.status() >= 500 || isMisshapen(answer)) {
            misunderstood.add(it.at() + ": " + answer.text());
          }
        }
      }
    }
    assertThat(misunderstood).isEmpty();
  }

  private static boolean isMisshapen(Answer answer) {
    List<String> wrong =
        switch (answer.status()) {
          case 400 -> List.of("UNKNOWN_FIELD", "MALFORMED");
          case 422 -> List.of("\"REQUIRED\"", "\"TYPE\"");
          default -> List.of();
        };
    return wrong.stream().anyMatch(answer.text()::contains);
  }

  @Test
  void descriptionAndItsPagesNeedSignIn() {
    assertThat(nobody().get("/api/v1/openapi.json").status()).isEqualTo(401);
    assertThat(nobody().get("/api/docs").status()).isEqualTo(401);
    assertThat(nobody().get("/swagger-ui/index.html").status()).isEqualTo(401);
    assertThat(admin().get("/problems/validation").text()).contains("VALIDATION");
  }
}
