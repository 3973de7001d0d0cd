package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.api.internal.service.Role;
import io.gpuaas.api.internal.service.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Every endpoint × every role × where the role was given, against things of one's own project and
/// of a sibling. The endpoints are those of the description, so a new one is in the table at once.
/// The table is checked in and was read by people; `-Daccess.update=true` writes it anew.
///
/// `+` may, `-` sees it and may not (403), `.` does not see it (404), `?` was refused for what it
/// says before rights were asked: such a row says nothing about rights.
class RightsMatrixIT extends HttpIT {
  private static final Path TABLE = Path.of("src/test/resources/io/gpuaas/api/rights-matrix.txt");
  private static final Path DESCRIPTION = Path.of("../docs/api/openapi.json");
  private static final String OWN = "llm-pretraining";
  private static final String SIBLING = "protein-folding";
  private static final List<String> SCOPES = List.of("PROJECT", "TEAM", "DEPARTMENT", "ORG");

  /// What strangers call, or changes something without a condition, has tests of its own, as has
  /// what asks a cluster. What manifests answer depends on how far the job came before it was
  /// cancelled.
  private static final List<String> LEFT_OUT =
      List.of(
          "signIn",
          "signOut",
          "exchangeToken",
          "getSignInOptions",
          "getSession",
          "beginDeviceLogin",
          "getDeviceLogin",
          "decideDeviceLogin",
          "revokeToken",
          "rotateToken",
          "deleteRoleBinding",
          "deleteLease",
          "getJobManifests",
          "submitJobs",
          "getClusterQueues",
          "applyClusterQueues",
          "followJobs");

  @Autowired private Tokens tokens;

  /// One request against one thing.
  private record Request(String title, String method, String path, String body, String type) {}

  /// Names of one's own things, or of a sibling's.
  private record Things(String word, String project, String job, JsonNode tree) {}

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  @Test
  void everyEndpointForEveryRoleAndScopeIsAsTheTableSays() throws IOException {
    List<Request> requests = new ArrayList<>();
    Things own = things("own", OWN);
    Things sibling = things("sibling", SIBLING);
    TestJson.read(Files.readString(DESCRIPTION))
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        operation -> {
                          add(requests, path.getKey(), operation, own);
                          add(requests, path.getKey(), operation, sibling);
                        }));
    String table = table(requests);
    if (Boolean.getBoolean("access.update")) {
      Files.writeString(TABLE, table);
    }
    assertThat(table).doesNotContain("!");
    assertThat(table.lines().filter(row -> row.matches("[^?.]+[? ]+")))
        .as("rows that say nothing about rights")
        .isEmpty();
    assertThat(table).isEqualToNormalizingNewlines(Files.readString(TABLE));
  }

  private Things things(String word, String project) {
    Answer job = admin().create("/api/v1/projects/%s/jobs/matrix".formatted(project), spec());
    String id =
        job.status() == 202
            ? job.json().path("id").asString()
            : admin()
                .get("/api/v1/projects/%s/jobs/matrix".formatted(project))
                .json()
                .path("id")
                .asString();
    admin().post("/api/v1/jobs/%s:cancel".formatted(id), "{}");
    admin().get("/api/v1/jobs/%s?waitFor=TERMINAL&timeout=30s".formatted(id));
    admin()
        .create("/api/v1/webhooks/matrix-" + word, asleep(MatrixBodies.of("putWebhook", project)));
    String rule = MatrixBodies.of("putTrustRule", project);
    admin()
        .create(
            "/api/v1/trust-rules/matrix-" + word,
            rule.replace("\"nobody\"", "\"%s\"".formatted(firstAccount().login())));
    JsonNode found = admin().get("/api/v1/projects/" + project).json();
    return new Things(word, project, id, found);
  }

  /// A webhook that sends nothing.
  private static String asleep(String webhook) {
    return webhook.replaceFirst("\\{", "{\"active\":false,");
  }

  private static String spec() {
    return MatrixBodies.of("putJobByName", OWN);
  }

  private void add(
      List<Request> into, String path, Map.Entry<String, JsonNode> operation, Things things) {
    String id = operation.getValue().path("operationId").asString();
    boolean shared = !path.contains("{") && !isAboutAProject(id);
    if (LEFT_OUT.contains(id) || (shared && things.word().equals("sibling"))) {
      return;
    }
    String method = operation.getKey().toUpperCase(Locale.ROOT);
    String at = filled(path, things);
    String title = shared ? id : id + " " + things.word();
    String query = MatrixBodies.QUERIES.getOrDefault(id, "");
    into.add(
        new Request(
            title, method, at + query, body(id, method, at, things), MatrixBodies.type(id)));
  }

  private static boolean isAboutAProject(String operation) {
    return List.of(
            "submitJob",
            "planJob",
            "renderJob",
            "createToken",
            "createRoleBinding",
            "requestAdjustment",
            "proposeCommitment")
        .contains(operation);
  }

  private String filled(String path, Things things) {
    String team = things.tree().path("team").asString();
    String first =
        switch (path.split("/", -1)[3]) {
          case "projects", "statements" -> things.project();
          case "teams" -> team;
          case "departments" ->
              admin().get("/api/v1/teams/" + team).json().path("department").asString();
          case "cohorts" -> things.tree().path("cohort").asString();
          case "jobs" -> things.job();
          case "webhooks", "trust-rules" -> "matrix-" + things.word();
          case "flavors" -> "h200";
          case "users" -> firstAccount().login();
          case "clusters", "topologies", "priority-classes" -> firstName(path);
          // What other tests may have made in this database is asked for by a name that is not
          // there.
          default -> "none";
        };
    return path.replaceFirst("\\{[a-z]+\\}", first)
        .replace("{month}", "2026-11")
        .replace("{version}", "1")
        .replace("{line}", "999999")
        .replace("{id}", "none")
        .replace("{name}", path.contains("/jobs/") ? "matrix" : firstNode(first));
  }

  /// The first of a list, or a name that is not there.
  private String firstName(String path) {
    Answer list = admin().get(path.replaceFirst("/\\{.*", "") + "?limit=1");
    JsonNode item = list.json().path("items").path(0);
    return item.path("name").asString(item.path("id").asString("none"));
  }

  private String firstNode(String cluster) {
    JsonNode nodes = admin().get("/api/v1/nodes?limit=200").json().path("items");
    for (JsonNode node : nodes) {
      if (node.path("cluster").asString("").equals(cluster)) {
        return node.path("name").asString();
      }
    }
    return "none";
  }

  /// The thing itself where it can be sent back as it was read.
  private String body(String id, String method, String path, Things things) {
    String own = MatrixBodies.of(id, things.project());
    if (!own.isEmpty()) {
      return own;
    }
    return method.equals("PUT") ? admin().get(path).text() : method.equals("POST") ? "{}" : "";
  }

  private String table(List<Request> requests) {
    SequencedMap<String, StringBuilder> rows = new LinkedHashMap<>();
    for (Role role : Role.values()) {
      for (String scope : SCOPES) {
        TestClient client = somebody(role, scope);
        for (Request request : requests) {
          StringBuilder row = rows.computeIfAbsent(request.title(), _ -> new StringBuilder());
          row.append(scope.equals("PROJECT") ? " " : "").append(sign(send(client, request)));
        }
      }
    }
    StringBuilder table = new StringBuilder("Columns of four: given on the project, its team, its");
    table.append(" department, the organisation.\nRoles: ");
    table.append(Stream.of(Role.values()).map(Role::word).collect(Collectors.joining(", ")));
    table.append(".\n? says nothing about rights: the body was refused first.\n\n");
    rows.forEach((title, row) -> table.append("%-34s%s\n".formatted(title, row)));
    return table.toString();
  }

  private static Answer send(TestClient client, Request request) {
    if (request.body().isEmpty()) {
      return client.send(request.method(), request.path(), null);
    }
    return client
        .with("Content-Type", request.type())
        .send(request.method(), request.path(), request.body());
  }

  private static char sign(Answer answer) {
    return switch (answer.status()) {
      case 403 -> '-';
      case 404 -> '.';
      case 400, 415, 422, 428 -> '?';
      default -> answer.status() >= 500 ? '!' : '+';
    };
  }

  private TestClient somebody(Role role, String scope) {
    String login = "matrix-%s-%s".formatted(role.word(), scope.toLowerCase(Locale.ROOT));
    admin().create("/api/v1/users/" + login, "{\"displayName\":\"Somebody\"}");
    String team = admin().get("/api/v1/projects/" + OWN).json().path("team").asString();
    String name =
        switch (scope) {
          case "PROJECT" -> OWN;
          case "TEAM" -> team;
          case "DEPARTMENT" ->
              admin().get("/api/v1/teams/" + team).json().path("department").asString();
          default -> "organisation";
        };
    Answer bound =
        admin()
            .post(
                "/api/v1/role-bindings",
                "{\"login\":\"%s\",\"role\":\"%s\",\"scope\":{\"kind\":\"%s\",\"name\":\"%s\"}}"
                    .formatted(login, role.word(), scope, name));
    assertThat(bound.status()).as(bound.text()).isEqualTo(201);
    return nobody().bearer(tokens.issue(login, "matrix", null, List.of("*"), null).text());
  }
}
