package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What nobody should send, at every writing endpoint: refused with the field named, never a fault
/// of the server, and nothing half made.
class BadInputIT extends HttpIT {
  private static final List<String> WRITING =
      List.of(
          "POST /api/v1/jobs",
          "POST /api/v1/jobs:batch",
          "POST /api/v1/jobs:plan",
          "POST /api/v1/role-bindings",
          "POST /api/v1/tokens",
          "POST /api/v1/session",
          "PUT /api/v1/departments/x",
          "PUT /api/v1/teams/x",
          "PUT /api/v1/projects/x",
          "PUT /api/v1/cohorts/x",
          "PUT /api/v1/flavors/x",
          "PUT /api/v1/topologies/x",
          "PUT /api/v1/clusters/x",
          "PUT /api/v1/clusters/x/nodes/y",
          "PUT /api/v1/rate-cards/x",
          "PUT /api/v1/users/x",
          "PUT /api/v1/projects/llm-pretraining/quotas",
          "PUT /api/v1/cohorts/research/quotas");

  private static final String HUGE_VERSION =
      "{\"version\":99999999999999999999999999999999999999999999}";

  /// Nothing is required of a cohort, and a version in a body is ignored.
  private static final List<String> VALID_COHORTS = List.of("{}", "{\"name\":null}", HUGE_VERSION);

  private static final List<String> BODIES =
      List.of(
          "",
          "{",
          "null",
          "[]",
          "7",
          "\"text\"",
          "{}",
          "{} {}",
          "{\"a\":1,\"a\":2}",
          "{\"name\":null}",
          "{\"name\":1.5,\"displayName\":[],\"quotas\":{},\"jobs\":3,\"rates\":true}",
          "{\"nope\":true}",
          "{\"login\":NaN,\"password\":Infinity}",
          "[".repeat(100) + "]".repeat(100),
          "{\"a\":".repeat(500) + "1" + "}".repeat(500),
          "\u0000",
          "{\"name\":\"\\u0000\",\"displayName\":\"\\ud800\"}",
          "{\"displayName\":\"" + "x".repeat(5000) + "\"}",
          HUGE_VERSION);

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  @Test
  void everyWritingEndpointRefusesNonsenseWithAProblem() {
    for (String endpoint : WRITING) {
      String method = endpoint.substring(0, endpoint.indexOf(' '));
      String path = endpoint.substring(method.length() + 1);
      boolean create = method.equals("PUT") && !path.endsWith("/quotas");
      TestClient client =
          create ? admin().with("If-None-Match", "*") : admin().with("If-Match", "\"1\"");
      TestClient caller = method.equals("PUT") ? client : admin();
      for (String body : BODIES) {
        if (path.endsWith("cohorts/x") && VALID_COHORTS.contains(body)) {
          continue;
        }
        Answer answer = caller.send(method, path, body);
        String at = endpoint + " " + body.substring(0, Math.min(60, body.length()));
        assertThat(answer.status()).as("%s: %s", at, answer.text()).isBetween(400, 499);
        assertThat(answer.header("Content-Type")).as(at).startsWith("application/problem+json");
        assertThat(answer.code()).as(at).isNotEmpty();
        assertThat(answer.json().path("requestId").asString("")).as(at).isNotEmpty();
      }
    }
    assertThat(admin().get("/api/v1/departments/x").status()).isEqualTo(404);
    assertThat(admin().get("/api/v1/projects/x").status()).isEqualTo(404);
    assertThat(admin().get("/api/v1/users/x").status()).isEqualTo(404);
  }

  @Test
  void numbersThatAreNotWholeAreRefusedWithTheFieldNamed() {
    String pointer = "/spec/podSets/0/gpusPerPod";
    for (String value :
        List.of(
            "1.9",
            "2.0",
            "\"2\"",
            "1e1",
            "-1",
            "0",
            "null",
            "true",
            "99999999999",
            "NaN",
            "9223372036854775807",
            "[1]",
            "{}")) {
      String body = JobBodies.job("b44").replace("\"gpusPerPod\":8", "\"gpusPerPod\":" + value);
      Answer answer = admin().post("/api/v1/jobs", body);
      assertThat(answer.status()).as("%s: %s", value, answer.text()).isEqualTo(422);
      assertThat(answer.pointers()).as(value).containsExactly(pointer);
    }
    String missing = JobBodies.job("b44").replace(",\"gpusPerPod\":8", "");
    assertThat(admin().post("/api/v1/jobs", missing).pointers()).containsExactly(pointer);
    assertThat(admin().get("/api/v1/jobs?q=b44").json().path("items")).isEmpty();
  }

  @Test
  void hugeAndNegativeCountsNeverBecomeJobs() {
    String pods = "\"podSets\":[{\"name\":\"worker\",\"count\":1,\"gpusPerPod\":8}]";
    for (String sets :
        List.of(
            "[{\"name\":\"a\",\"count\":1,\"gpusPerPod\":9223372036854775807},"
                + "{\"name\":\"b\",\"count\":1,\"gpusPerPod\":9223372036854775807}]",
            "[{\"name\":\"a\",\"count\":2147483647,\"gpusPerPod\":8}]",
            "[{\"name\":\"a\",\"count\":1,\"gpusPerPod\":-3},"
                + "{\"name\":\"b\",\"count\":1,\"gpusPerPod\":8}]",
            "[]")) {
      String body = JobBodies.job("b03").replace(pods, "\"podSets\":" + sets);
      Answer answer = admin().post("/api/v1/jobs", body);
      assertThat(answer.status()).as("%s: %s", sets, answer.text()).isEqualTo(422);
      assertThat(answer.pointers()).as(sets).allMatch(it -> it.startsWith("/spec/podSets"));
    }
    assertThat(admin().get("/api/v1/jobs?q=b03").json().path("items")).isEmpty();
  }

  @Test
  void quantitiesFollowTheGrammarOfKubernetes() {
    for (String bad : List.of("1K", "16g", " 4", "4 Gi", "0x10", "", "512m", "-4", "1e400")) {
      String body =
          JobBodies.job("b46")
              .replace("\"gpusPerPod\":8", "\"gpusPerPod\":8,\"memoryPerPod\":\"" + bad + "\"");
      Answer answer = admin().post("/api/v1/jobs:plan", body);
      assertThat(answer.status()).as("'%s': %s", bad, answer.text()).isEqualTo(422);
      assertThat(answer.pointers()).containsExactly("/spec/podSets/0/memoryPerPod");
    }
    Answer before = admin().get("/api/v1/cohorts/research/quotas");
    String cell = "{\"quotas\":[{\"flavor\":\"h200\",\"resource\":\"%s\",\"nominal\":\"%s\"}]}";
    TestClient change = admin().with("If-Match", before.header("ETag"));
    Answer half = change.put("/api/v1/cohorts/research/quotas", cell.formatted("memory", "512m"));
    assertThat(half.pointers()).containsExactly("/quotas/0/nominal");
    Answer exa = change.put("/api/v1/cohorts/research/quotas", cell.formatted("memory", "1E"));
    assertThat(exa.status()).as(exa.text()).isEqualTo(200);
    assertThat(exa.json().path("quotas").get(0).path("nominal").asString())
        .isEqualTo("1000000000000000000");
    admin()
        .with("If-Match", exa.header("ETag"))
        .put("/api/v1/cohorts/research/quotas", before.text());
  }

  @Test
  void allFaultsComeAtOnce() {
    Answer answer =
        admin()
            .post(
                "/api/v1/jobs",
                """
                {"project":7,"name":"","extra":1,"spec":{"image":"i","maxRuntime":5,
                 "podSets":[{"name":"UPPER","count":0,"gpusPerPod":1.5}]}}\
                """);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("UNKNOWN_FIELD");
    assertThat(answer.pointers())
        .containsExactlyInAnyOrder(
            "/extra",
            "/project",
            "/name",
            "/spec/maxRuntime",
            "/spec/podSets/0/name",
            "/spec/podSets/0/count",
            "/spec/podSets/0/gpusPerPod");
  }

  @Test
  void frameworkRefusalsAreProblemsToo() {
    assertProblem(admin().get("/api/v1/nowhere"), 404);
    assertProblem(admin().delete("/api/v1/jobs"), 405);
    assertProblem(admin().with("Accept", "image/png").get("/api/v1/me"), 406);
    assertProblem(admin().with("Content-Type", "text/plain").post("/api/v1/jobs", "x"), 415);
    Answer form = nobody().post("/api/v1/auth/device", "{}");
    assertProblem(form, 415);
    assertThat(form.json().path("detail").asString())
        .isEqualTo("Send `application/x-www-form-urlencoded`.");
    for (String path :
        List.of("jobs?q=%00", "jobs?user=a%00", "audit?actor=%00", "users?cursor=%00")) {
      assertProblem(admin().get("/api/v1/" + path), 400);
    }
    Answer list = admin().post("/api/v1/jobs", "[]");
    assertProblem(list, 422);
    assertThat(list.json().path("detail").asString()).isEqualTo("Must be an object.");
    Answer nothing = admin().post("/api/v1/jobs", "");
    assertProblem(nothing, 400);
    assertThat(nothing.json().path("detail").asString()).startsWith("The body is empty");
    assertProblem(admin().post("/api/v1/jobs", "x".repeat((1 << 20) + 1)), 413);
    assertProblem(admin().get("/api/v1/me?x=%00"), 400);
    assertProblem(admin().get("/api/v1/jobs?limit=-1"), 400);
    assertProblem(admin().get("/api/v1/usage"), 400);
    assertProblem(admin().get("/api/v1/usage?from=x&to=y"), 400);
    assertProblem(admin().get("/api/v1/conservation?from=2026-01-02&to=2026-01-01"), 400);
    assertProblem(admin().get("/api/v1/statements?month=2026-13"), 400);
    assertProblem(admin().get("/api/v1/jobs/a/../b;c"), 400);
  }

  private static void assertProblem(Answer answer, int status) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.header("X-Request-Id")).isEqualTo(answer.json().path("requestId").asString());
  }

  @Test
  void configurationIsChangedOnlyFromTheVersionThatIsThere() {
    String body = "{\"displayName\":\"Lab\"}";
    String path = "/api/v1/departments/lab";
    assertThat(admin().put(path, body).status()).isEqualTo(428);
    Answer created = admin().create(path, body);
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    assertThat(created.header("ETag")).isEqualTo("\"1\"");
    assertThat(admin().create(path, body).status()).isEqualTo(412);
    Answer changed = admin().with("If-Match", "\"1\"").put(path, "{\"displayName\":\"Labs\"}");
    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(admin().with("If-Match", "\"1\"").put(path, body).status()).isEqualTo(412);
    assertThat(admin().with("If-Match", "2").put(path, body).status()).isEqualTo(400);
    assertThat(admin().with("If-None-Match", "\"2\"").get(path).status()).isEqualTo(304);
    assertThat(admin().with("If-Match", "\"2\"").put(path, admin().get(path).text()).status())
        .isEqualTo(200);
    assertThat(admin().delete(path).status()).isEqualTo(428);
    assertThat(admin().with("If-Match", "\"2\"").delete(path).status()).isEqualTo(204);
    assertThat(admin().get(path).status()).isEqualTo(404);
    Answer audit = admin().get("/api/v1/audit?resource=department/lab&limit=1");
    assertThat(audit.json().path("items").get(0).path("action").asString())
        .isEqualTo("department.remove");
  }

  @Test
  void secretsAreInNoAnswerAboutFaults() {
    String password = "TESTPW-1";
    Answer answer =
        admin()
            .create(
                "/api/v1/users/eve", "{\"displayName\":\"Eve\",\"password\":\"" + password + "\"}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).doesNotContain(password);
    Answer broken = nobody().post("/api/v1/session", "{\"login\":\"a\",\"password\":TESTPW-1}");
    assertThat(broken.status()).isEqualTo(400);
    assertThat(broken.text()).doesNotContain("TESTPW");
  }
}
