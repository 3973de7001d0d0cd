package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.api.internal.service.Role;
import io.gpuaas.api.internal.service.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// What somebody of one project learns of a neighbour's jobs: nothing, by no list, report, export,
/// reason or count, and not whether there is one.
class LeaksIT extends HttpIT {
  private static final Path DESCRIPTION = Path.of("../docs/api/openapi.json");
  private static final String OWN = JobBodies.PROJECT;
  private static final String NEIGHBOUR = "protein-folding";
  private static final String NAME = "merger-with-initech";
  private static final String LABEL = "codename-bluebird";

  @Autowired private Tokens tokens;
  private String job = "";

  @BeforeEach
  void neighbour() {
    sampleOrganisation();
    String body =
        JobBodies.job(NAME)
            .replace(OWN, NEIGHBOUR)
            .replaceFirst("\\{", "{\"labels\":{\"code\":\"%s\"},".formatted(LABEL));
    Answer submitted = admin().post("/api/v1/jobs", body);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    job = submitted.json().path("id").asString();
  }

  @AfterEach
  void cancel() {
    admin().post("/api/v1/jobs/%s:cancel".formatted(job), "{}");
    admin().get("/api/v1/jobs/%s?waitFor=TERMINAL&timeout=30s".formatted(job));
  }

  private TestClient somebody(Role role) {
    String login = "leaks-" + role.word();
    admin().create("/api/v1/users/" + login, "{\"displayName\":\"Somebody\"}");
    admin()
        .post(
            "/api/v1/role-bindings",
            "{\"login\":\"%s\",\"role\":\"%s\",\"scope\":{\"kind\":\"PROJECT\",\"name\":\"%s\"}}"
                .formatted(login, role.word(), OWN));
    return nobody().bearer(tokens.issue(login, "leaks", null, List.of("*"), null).text());
  }

  /// Whatever can be read without a name of something, with the queries of the rights matrix.
  private static Map<String, String> readable() throws IOException {
    Map<String, String> paths = new TreeMap<>();
    JsonNode description = TestJson.read(Files.readString(DESCRIPTION));
    for (var path : description.path("paths").properties()) {
      JsonNode operation = path.getValue().path("get");
      String id = operation.path("operationId").asString("");
      if (!id.isEmpty() && !path.getKey().contains("{") && !id.equals("followJobs")) {
        paths.put(id, path.getKey() + MatrixBodies.QUERIES.getOrDefault(id, ""));
      }
    }
    assertThat(paths).hasSizeGreaterThan(40);
    return paths;
  }

  @ParameterizedTest
  @EnumSource
  void nothingThatCanBeReadTellsOfANeighboursJob(Role role) throws IOException {
    TestClient client = somebody(role);
    TreeSet<String> leaks = new TreeSet<>();
    readable()
        .forEach(
            (id, path) -> {
              String text = client.get(path).text();
              if (text.contains(job) || text.contains(NAME) || text.contains(LABEL)) {
                leaks.add(id);
              }
            });
    assertThat(leaks).isEmpty();
  }

  @Test
  void filtersCountNothingThatIsNotSeen() {
    TestClient client = somebody(Role.PROJECT_ADMIN);
    for (String filter :
        List.of("name = \"%s\"".formatted(NAME), "label.code = \"%s\"".formatted(LABEL))) {
      String query = "/api/v1/jobs?filter=" + TestJson.encoded(filter);
      assertThat(client.get(query).json().path("items")).isEmpty();
      assertThat(admin().get(query).json().path("items")).isNotEmpty();
      assertThat(client.get(query + "&count=estimate").header("Estimated-Count")).isEqualTo("0");
      assertThat(Long.parseLong(admin().get(query + "&count=estimate").header("Estimated-Count")))
          .isPositive();
      Answer cancelled =
          client.post(
              "/api/v1/jobs:batchCancel",
              "{\"filter\":%s,\"expectedCount\":1}".formatted(TestJson.quoted(filter)));
      assertThat(cancelled.status()).as(cancelled.text()).isEqualTo(409);
      assertThat(cancelled.text()).contains("0").doesNotContain(job);
    }
  }

  @Test
  void cancellingByFilterFindsNothingForWhoMayNotRead() {
    String narrow =
        tokens.issue(firstAccount().login(), "cancels", null, List.of("job.cancel"), null).text();
    String body = "{\"filter\":\"name = \\\"%s\\\"\",\"expectedCount\":7}".formatted(NAME);
    Answer refused = nobody().bearer(narrow).post("/api/v1/jobs:batchCancel", body);
    assertThat(refused.status()).as(refused.text()).isEqualTo(403);
  }

  @Test
  void namesThatAreTakenElsewhereDoNotSayWhere() {
    TestClient client = somebody(Role.PROJECT_ADMIN);
    somebody(Role.VIEWER);
    for (String path : List.of("/api/v1/trust-rules/", "/api/v1/webhooks/")) {
      String body = path.contains("webhooks") ? "putWebhook" : "putTrustRule";
      String theirs = MatrixBodies.of(body, NEIGHBOUR).replace("nobody", firstAccount().login());
      String ours = MatrixBodies.of(body, OWN).replace("nobody", "leaks-viewer");
      Answer made = admin().create(path + "taken", theirs);
      assertThat(made.status()).as(made.text()).isEqualTo(201);
      Answer taken = client.create(path + "taken", ours);
      Answer missing = client.with("If-Match", "\"1\"").put(path + "not-there", ours);
      assertThat(taken.status()).as(taken.text()).isEqualTo(412);
      assertThat(plain(taken)).doesNotContain(NEIGHBOUR);
      assertThat(plain(taken).replace("taken", "not-there")).isEqualTo(plain(missing));
      admin().with("If-Match", made.header("ETag")).delete(path + "taken");
    }
  }

  @Test
  void neighboursJobLooksLikeOneThatIsNotThere() {
    TestClient client = somebody(Role.PROJECT_ADMIN);
    String nothing = job.substring(0, job.length() - 4) + "0000";
    for (String path :
        List.of("", "/runs", "/events", "/logs", "/lease", "/max-cost", "/clearance", "/metrics")) {
      assertAlike(client.get(at(job, path)), client.get(at(nothing, path)), nothing);
    }
    assertAlike(
        client.with("If-None-Match", "\"1\"").get(at(job, "")),
        client.with("If-None-Match", "\"1\"").get(at(nothing, "")),
        nothing);
    assertAlike(
        client.post(at(job, ":cancel"), "{}"), client.post(at(nothing, ":cancel"), "{}"), nothing);
  }

  private static String at(String id, String path) {
    return "/api/v1/jobs/" + id + path;
  }

  /// Status, body but for the id, and the names of all headers.
  private void assertAlike(Answer hidden, Answer missing, String nothing) {
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(missing.status()).isEqualTo(404);
    assertThat(plain(hidden).replace(job, nothing)).isEqualTo(plain(missing));
    assertThat(headers(hidden)).isEqualTo(headers(missing));
  }

  /// Names of headers, but for the one by which a server ends a connection after many requests.
  private static SortedSet<String> headers(Answer answer) {
    SortedSet<String> names = new TreeSet<>(answer.response().headers().map().keySet());
    names.remove("connection");
    return names;
  }

  private static String plain(Answer answer) {
    return answer.text().replaceAll("\"requestId\":\"[^\"]*\"", "");
  }
}
