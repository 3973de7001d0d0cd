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
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// Which role may do what, where: a table of all roles, given on one project, its team, its
/// department and the organisation, against requests to that project, a sibling and the rest. The
/// table is checked in and was read by people; `-Daccess.update=true` writes it anew.
class AccessIT extends HttpIT {
  private static final String OWN = "llm-pretraining";
  private static final String SIBLING = "protein-folding";
  private static final String NO_QUOTAS = "{\"quotas\":[]}";
  private static final Path TABLE = Path.of("src/test/resources/io/gpuaas/api/access-table.txt");

  @Autowired private Tokens tokens;

  /// One request, that never changes anything even when it is allowed.
  private record Request(String name, String method, String path, String body) {}

  private static final List<Request> REQUESTS =
      List.of(
          read("own project", "/projects/" + OWN),
          read("other project", "/projects/" + SIBLING),
          read("own quotas", "/projects/%s/quotas".formatted(OWN)),
          read("other quotas", "/projects/%s/quotas".formatted(SIBLING)),
          read("own jobs", "/jobs?project=" + OWN),
          read("other jobs", "/jobs?project=" + SIBLING),
          read("own statement", "/statements/%s/2026-11".formatted(OWN)),
          read("other statement", "/statements/%s/2026-11".formatted(SIBLING)),
          read("month to date", "/costs/month-to-date"),
          read("availability", "/availability"),
          read("rate cards", "/rate-cards"),
          read("conservation", "/conservation?from=2026-11-01&to=2026-11-02"),
          read("users", "/users"),
          read("audit", "/audit"),
          new Request("submit own", "POST", "/jobs:plan", JobBodies.job("asked")),
          new Request("set own quotas", "PUT", "/projects/%s/quotas".formatted(OWN), NO_QUOTAS),
          new Request(
              "set other quotas", "PUT", "/projects/%s/quotas".formatted(SIBLING), NO_QUOTAS),
          new Request("delete own project", "DELETE", "/projects/" + OWN, ""),
          new Request("delete flavor", "DELETE", "/flavors/h200", ""),
          new Request("delete department", "DELETE", "/departments/none", ""),
          new Request("delete user", "DELETE", "/users/none", ""));

  private static Request read(String name, String path) {
    return new Request(name, "GET", path, "");
  }

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  @Test
  void everyRoleOnEveryScopeHasWhatTheTableSays() throws IOException {
    StringBuilder table = new StringBuilder();
    for (Role role : Role.values()) {
      for (String scope : List.of("PROJECT", "ORG")) {
        TestClient client = somebody(role, scope);
        Map<String, StringBuilder> byStatus = new TreeMap<>();
        for (Request request : REQUESTS) {
          String kind = kind(send(client, request));
          StringBuilder names = byStatus.computeIfAbsent(kind, _ -> new StringBuilder());
          names.append(names.isEmpty() ? "" : ", ").append(request.name());
        }
        table.append("%s on %s%n".formatted(role.word(), scope));
        byStatus.forEach((kind, names) -> table.append("  %s: %s%n".formatted(kind, names)));
      }
    }
    if (Boolean.getBoolean("access.update")) {
      Files.writeString(TABLE, table);
    }
    assertThat(table.toString()).isEqualToNormalizingNewlines(Files.readString(TABLE));
  }

  private Answer send(TestClient client, Request request) {
    return client.send(
        request.method(),
        "/api/v1" + request.path(),
        request.body().isEmpty() ? null : request.body());
  }

  /// What the answer says about rights: writing requests lack `If-Match`, so that what is allowed
  /// is refused for another reason.
  private static String kind(Answer answer) {
    return switch (answer.status()) {
      case 403 -> "forbidden";
      case 404 -> "invisible";
      default -> "allowed";
    };
  }

  private TestClient somebody(Role role, String scope) {
    String login = role.word() + "-" + scope.toLowerCase(java.util.Locale.ROOT);
    admin().create("/api/v1/users/" + login, "{\"displayName\":\"Somebody\"}");
    String name = scope.equals("ORG") ? "organisation" : OWN;
    Answer bound =
        admin()
            .post(
                "/api/v1/role-bindings",
                "{\"login\":\"%s\",\"role\":\"%s\",\"scope\":{\"kind\":\"%s\",\"name\":\"%s\"}}"
                    .formatted(login, role.word(), scope, name));
    assertThat(bound.status()).as(bound.text()).isEqualTo(201);
    String token = tokens.issue(login, "test", null, List.of("*"), null).text();
    return nobody().bearer(token);
  }

  @Test
  void nobodyGivesMoreThanTheyHaveAndDenialsAreRecorded() {
    TestClient projectAdmin = somebody(Role.PROJECT_ADMIN, "PROJECT");
    String body =
        """
        {"login":"project-admin-project","role":"%s","scope":{"kind":"%s","name":"%s"}}\
        """;
    assertThat(
            projectAdmin
                .post("/api/v1/role-bindings", body.formatted("org-admin", "PROJECT", OWN))
                .status())
        .isEqualTo(403);
    assertThat(
            projectAdmin
                .post(
                    "/api/v1/role-bindings", body.formatted("project-admin", "ORG", "organisation"))
                .status())
        .isEqualTo(403);
    assertThat(
            projectAdmin
                .post("/api/v1/role-bindings", body.formatted("viewer", "PROJECT", OWN))
                .status())
        .isEqualTo(201);
    Answer audit = admin().get("/api/v1/audit?actor=project-admin-project&limit=5");
    assertThat(audit.text()).contains("\"result\":\"DENIED\"").contains("request.POST");
    String mine = "/api/v1/audit?actor=project-admin-project&fields=result";
    assertThat(admin().get(mine + "&result=DENIED&from=2020-01-01").text())
        .contains("DENIED")
        .doesNotContain("OK");
    assertThat(admin().get(mine + "&result=OK").text()).contains("OK").doesNotContain("DENIED");
    assertThat(admin().get(mine + "&to=2020-01-01").json().path("items")).isEmpty();
    assertThat(admin().get(mine + "&from=yesterday").pointers()).containsExactly("from");
    assertThat(admin().get(mine + "&result=LOST").pointers()).containsExactly("result");
  }

  @Test
  void tokenOfAProjectReachesNoOther() {
    String body = "{\"name\":\"ci\",\"project\":\"%s\",\"scopes\":[\"job.read\",\"project.read\"]}";
    Answer created = admin().post("/api/v1/tokens", body.formatted(OWN));
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    TestClient ci = nobody().bearer(created.json().path("token").asString());
    assertThat(ci.get("/api/v1/projects/" + OWN).status()).isEqualTo(200);
    assertThat(ci.get("/api/v1/projects/" + SIBLING).status()).isEqualTo(404);
    assertThat(ci.post("/api/v1/jobs", JobBodies.job("no")).status()).isEqualTo(403);
    assertThat(ci.post("/api/v1/tokens", body.formatted(OWN)).status()).isEqualTo(403);
    String id = created.json().path("id").asString();
    assertThat(admin().get("/api/v1/tokens").text()).doesNotContain("gaas_st_");
    assertThat(admin().delete("/api/v1/tokens/" + id).status()).isEqualTo(204);
    assertThat(ci.get("/api/v1/projects/" + OWN).status()).isEqualTo(401);
  }
}
