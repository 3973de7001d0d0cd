package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Manners that clients rely on: dry runs, jobs by name, cancelling many, limits.
class MannersIT extends HttpIT {
  @Autowired private JdbcClient database;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/departments/dry|{\"displayName\":\"Dry\"}",
        "/teams/dry|{\"displayName\":\"Dry\",\"department\":\"ai-research\"}",
        "/cohorts/dry|{\"fairWeight\":\"1\"}",
        "/flavors/dry|{\"nodeLabels\":{\"a\":\"b\"}}",
        "/topologies/dry|{\"levels\":[\"a\"]}",
        "/clusters/dry|{\"backend\":\"simulated\"}",
        "/users/dry|{\"displayName\":\"Dry\"}",
        "/webhooks/dry|{\"scope\":{\"kind\":\"PROJECT\",\"name\":\"protein-folding\"},"
            + "\"url\":\"https://ci.example\"}",
        "/trust-rules/dry|{\"issuer\":\"https://i.example\",\"audience\":\"a\",\"claims\":"
            + "{\"sub\":\"s\"},\"project\":\"protein-folding\",\"login\":\"admin\","
            + "\"scopes\":[\"job.read\"]}"
      })
  void dryRunAnswersAndKeepsNothing(String path, String body) {
    String at = "/api/v1" + path;
    String before = admin().get("/api/v1/audit?limit=1").json().at("/items/0/seq").asString();
    Answer dry = admin().with("If-None-Match", "*").put(at + "?dryRun=true", body);
    assertThat(dry.status()).as(dry.text()).isEqualTo(201);
    assertThat(dry.header("Dry-Run")).isEqualTo("true");
    assertThat(admin().get(at).status()).isEqualTo(404);
    assertThat(admin().get("/api/v1/audit?limit=1").json().at("/items/0/seq").asString())
        .isEqualTo(before);
    Answer real = admin().create(at, body);
    assertThat(real.status()).as(real.text()).isEqualTo(201);
    assertThat(admin().with("If-None-Match", real.header("ETag")).get(at).status()).isEqualTo(304);
    Answer gone = admin().with("If-Match", real.header("ETag")).delete(at + "?dryRun=true");
    assertThat(gone.status()).isEqualTo(204);
    assertThat(admin().get(at).status()).isEqualTo(200);
    assertThat(admin().with("If-Match", real.header("ETag")).delete(at).status()).isEqualTo(204);
  }

  /// What a dry run has read in between must not be remembered either.
  @Test
  void dryRunOfRightsGivesNone() {
    admin().create("/api/v1/users/dry-rights", "{\"displayName\":\"Dry\"}");
    String role =
        "{\"login\":\"dry-rights\",\"role\":\"org-admin\","
            + "\"scope\":{\"kind\":\"ORG\",\"name\":\"organisation\"}}";
    String path = "/api/v1/role-bindings?dryRun=true";
    Answer bound = admin().post(path, role);
    assertThat(bound.status()).as(bound.text()).isEqualTo(201);
    assertThat(admin().get("/api/v1/role-bindings?login=dry-rights").json().path("items"))
        .isEmpty();
    assertThat(as("dry-rights").get("/api/v1/users").status()).isEqualTo(403);
    String wish = "{\"name\":\"dry\",\"scopes\":[\"job.read\"]}";
    Answer token = admin().post("/api/v1/tokens?dryRun=true", wish);
    assertThat(token.status()).as(token.text()).isEqualTo(201);
    TestClient dry = nobody().bearer(token.json().path("token").asString());
    assertThat(dry.get("/api/v1/me").status()).isEqualTo(401);
    assertThat(as("dry-rights").post(path, role).status()).isEqualTo(403);
    JsonNode denied = admin().get("/api/v1/audit?limit=1&actor=dry-rights").json().at("/items/0");
    assertThat(denied.path("result").asString()).isEqualTo("DENIED");
  }

  @Test
  void dryRunOfABudgetAndOfAManyfoldCancellationChangeNothing() {
    String budget = MatrixBodies.of("putBudget", JobBodies.PROJECT);
    Answer dry = admin().with("If-None-Match", "*").put("/api/v1/budgets/dry?dryRun=true", budget);
    assertThat(dry.status()).as(dry.text()).isEqualTo(201);
    assertThat(admin().get("/api/v1/budgets/dry").status()).isEqualTo(404);
    Answer job = admin().post("/api/v1/jobs", JobBodies.job("dry-many"));
    String wish = "{\"filter\":\"name = \\\"dry-many\\\"\",\"expectedCount\":%d}";
    String path = "/api/v1/jobs:batchCancel?dryRun=true";
    assertThat(admin().post(path, wish.formatted(2)).status()).isEqualTo(409);
    Answer accepted = admin().post(path, wish.formatted(1));
    assertThat(accepted.status()).as(accepted.text()).isEqualTo(202);
    assertThat(admin().get(accepted.header("Location")).status()).isEqualTo(404);
    assertThat(admin().get(job.header("Location")).text()).doesNotContain("CANCEL");
    admin().post(job.header("Location") + ":cancel", "{}");
  }

  @Test
  void answersWithoutAVersionHaveATagOfTheirBytes() {
    for (String path : List.of("/api/v1/departments", "/api/v1/teams", "/api/v1/backends")) {
      Answer first = admin().get(path);
      assertThat(first.header("ETag")).as(path).matches("\"[^\"]+\"");
      Answer again = admin().with("If-None-Match", first.header("ETag")).get(path);
      assertThat(again.status()).as(path).isEqualTo(304);
      assertThat(again.text()).isEmpty();
    }
  }

  @Test
  void listsOfMoneyHavePages() {
    List<String> found = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = admin().get("/api/v1/billing?limit=1&cursor=" + cursor).json();
      assertThat(page.path("items")).hasSize(1);
      found.add(page.at("/items/0/department").asString());
      cursor = page.path("nextCursor").asString("");
    } while (!cursor.isEmpty());
    assertThat(found).contains("ai-research", "life-sciences").doesNotHaveDuplicates().isSorted();
    assertThat(admin().get("/api/v1/billing?limit=201").status()).isEqualTo(400);
    assertThat(admin().get("/api/v1/disputes?cursor=made-up").status()).isEqualTo(400);
  }

  @Test
  void dryRunOfASubmissionIsNoJobAndNoStoredAnswer() {
    TestClient keyed = admin().with("Idempotency-Key", "dry-1");
    Answer dry = keyed.post("/api/v1/jobs?dryRun=true", JobBodies.job("dry"));
    assertThat(dry.status()).as(dry.text()).isEqualTo(202);
    assertThat(admin().get("/api/v1/jobs/" + dry.json().path("id").asString()).status())
        .isEqualTo(404);
    String bad = JobBodies.job("dry").replace("\"12h\"", "\"soon\"");
    assertThat(admin().post("/api/v1/jobs?dryRun=true", bad).status()).isEqualTo(422);
    assertThat(admin().post("/api/v1/jobs?dryRun=maybe", bad).status()).isEqualTo(400);
    Answer real = keyed.post("/api/v1/jobs", JobBodies.job("dry"));
    assertThat(real.status()).isEqualTo(202);
    assertThat(real.header("Idempotency-Replayed")).isEmpty();
    admin().post(real.header("Location") + ":cancel", "{}");
  }

  @Test
  void keyIsOfOneRequestAndSecretsAreNeverKept() {
    TestClient keyed = admin().with("Idempotency-Key", "parameters-1");
    String job = JobBodies.job("rendered");
    assertThat(keyed.post("/api/v1/jobs:render?backend=kueue", job).status()).isEqualTo(200);
    assertThat(keyed.post("/api/v1/jobs:render?backend=volcano", job).code())
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    String token = "{\"name\":\"keyed\",\"scopes\":[\"job.read\"]}";
    for (String path : List.of("/api/v1/tokens", "/api/v1/%74okens")) {
      Answer first = keyed.post(path, token);
      assertThat(first.status()).as(first.text()).isEqualTo(201);
      Answer second = keyed.post(path, token);
      assertThat(second.header("Idempotency-Replayed")).isEmpty();
      assertThat(second.json().path("id")).isNotEqualTo(first.json().path("id"));
    }
  }

  @Test
  void whereDryRunDoesNotHoldItIsRefusedNotIgnored() {
    String ping = "/api/v1/webhooks/none:ping?dryRun=true";
    assertThat(admin().post(ping, "").status()).isEqualTo(400);
    assertThat(admin().get("/api/v1/jobs?dryRun=true").status()).isEqualTo(400);
  }

  @Test
  void jobByNameIsSubmittedOnce() {
    String at = "/api/v1/projects/%s/jobs/by-name".formatted(JobBodies.PROJECT);
    JsonNode whole = TestJson.read(JobBodies.job("x"));
    String body = "{\"spec\":" + whole.path("spec") + "}";
    assertThat(admin().get(at).status()).isEqualTo(404);
    assertThat(admin().put(at, body).status()).isEqualTo(428);
    Answer made = admin().create(at, body);
    assertThat(made.status()).as(made.text()).isEqualTo(202);
    assertThat(admin().get(at).json().path("id")).isEqualTo(made.json().path("id"));
    Answer again = admin().create(at, body);
    assertThat(again.status()).isEqualTo(412);
    admin().post(made.header("Location") + ":cancel", "{}");
    admin().get(made.header("Location") + "?waitFor=TERMINAL&timeout=30s");
    Answer anew = admin().create(at, body);
    assertThat(anew.status()).as(anew.text()).isEqualTo(202);
    assertThat(anew.json().path("id")).isNotEqualTo(made.json().path("id"));
    admin().post(anew.header("Location") + ":cancel", "{}");
    assertThat(admin().get("/api/v1/projects/nowhere/jobs/by-name").status()).isEqualTo(404);
  }

  @Test
  void manyJobsAreCancelledWhenTheirNumberIsKnown() {
    for (int i = 0; i < 3; i++) {
      String body = JobBodies.job("batch-cancel-" + i);
      assertThat(admin().post("/api/v1/jobs", body).status()).isEqualTo(202);
    }
    String body = "{\"filter\":\"name ~ \\\"batch-cancel-\\\"\",\"expectedCount\":%d}";
    Answer wrong = admin().post("/api/v1/jobs:batchCancel", body.formatted(2));
    assertThat(wrong.status()).isEqualTo(409);
    assertThat(wrong.json().path("detail").asString()).isEqualTo("The filter finds 3 jobs, not 2.");
    Answer accepted = admin().post("/api/v1/jobs:batchCancel", body.formatted(3));
    assertThat(accepted.status()).as(accepted.text()).isEqualTo(202);
    JsonNode jobs = admin().get("/api/v1/jobs?q=batch-cancel-").json().path("items");
    for (JsonNode job : jobs) {
      String at = "/api/v1/jobs/" + job.path("id").asString();
      Answer ended = admin().get(at + "?waitFor=TERMINAL&timeout=30s");
      assertThat(ended.json().path("phase").asString()).isEqualTo("CANCELLED");
    }
    String operation = accepted.header("Location");
    JsonNode done = admin().get(operation).json();
    while (done.path("state").asString().equals("RUNNING")) {
      Thread.onSpinWait();
      done = admin().get(operation).json();
    }
    assertThat(done.path("state").asString()).isEqualTo("SUCCEEDED");
    assertThat(done.path("result").toString())
        .isEqualTo("{\"asked\":3,\"cancelled\":3,\"endedBefore\":0}");
    assertThat(admin().get("/api/v1/operations?limit=1").json().at("/items/0/id"))
        .isEqualTo(done.path("id"));
    assertThat(admin().get("/api/v1/operations/op_none").status()).isEqualTo(404);
  }

  @Test
  void answersSayHowManyRequestsAreLeft() {
    Answer first = admin().get("/api/v1/me");
    assertThat(first.header("RateLimit-Policy")).isEqualTo("\"read\";q=12000;w=60");
    assertThat(first.header("RateLimit")).matches("\"read\";r=[0-9]+;t=[0-9]+");
    assertThat(first.header("X-RateLimit-Limit")).isEqualTo("12000");
    assertThat(Integer.parseInt(first.header("X-RateLimit-Remaining"))).isLessThan(12_000);
  }

  @Test
  void pagesSayWhereTheNextIs() {
    List<String> locations = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      locations.add(admin().post("/api/v1/jobs", JobBodies.job("paged-" + i)).header("Location"));
    }
    String at = "/api/v1/jobs?q=paged-&limit=1";
    List<String> found = new ArrayList<>();
    while (!at.isEmpty()) {
      Answer page = admin().get(at);
      found.add(page.json().at("/items/0/name").asString());
      String link = page.header("Link");
      assertThat(link.isEmpty()).isEqualTo(!page.json().path("hasMore").asBoolean());
      at = link.replaceFirst("^<(/api/v1/jobs\\?q=paged-&limit=1&cursor=.+)>; rel=\"next\"$", "$1");
    }
    assertThat(found).containsExactly("paged-2", "paged-1", "paged-0");
    locations.forEach(it -> admin().post(it + ":cancel", "{}"));
  }

  @Test
  void aListIsEstimatedWhenAsked() {
    assertThat(admin().get("/api/v1/jobs").header("Estimated-Count")).isEmpty();
    String busy = "/api/v1/jobs?count=estimate&phase=RUNNING&filter=gpus%20%3E%3D%208&q=nothing";
    assertThat(admin().get(busy).header("Estimated-Count")).matches("[0-9]+");
    assertThat(admin().get("/api/v1/jobs?count=all").pointers()).containsExactly("count");
  }

  /// More are sampled; all of so small a table are in the sample.
  @Test
  void moreThanTenThousandAreEstimated() {
    Answer made = admin().post("/api/v1/jobs", JobBodies.job("many"));
    String id = made.json().path("id").asString();
    admin().post(made.header("Location") + ":cancel", "{}");
    admin().get(made.header("Location") + "?waitFor=TERMINAL&timeout=30s");
    String columns =
        database
            .sql(
                """
                select string_agg(column_name, ', ') from information_schema.columns
                where table_schema = 'placement' and table_name = 'job'
                  and is_generated = 'NEVER' and column_name not in ('id', 'user_login')\
                """)
            .query(String.class)
            .single();
    try {
      database
          .sql(
              """
              insert into placement.job (id, user_login, %1$s)
              select 'job_MANY' || copy, 'many', %1$s
              from placement.job, generate_series(1, 11000) copy where id = ?\
              """
                  .formatted(columns))
          .param(id)
          .update();
      String all = "/api/v1/jobs?count=estimate&limit=1&user=many";
      assertThat(admin().get(all).header("Estimated-Count")).isEqualTo("11000");
    } finally {
      database.sql("delete from placement.job where user_login = 'many'").update();
    }
  }

  @Test
  void answersAreCutToTheFieldsThatAreAskedFor() {
    Answer made = admin().post("/api/v1/jobs", JobBodies.job("cut"));
    String at = made.header("Location");
    assertThat(admin().get(at + "?fields=name").text()).isEqualTo("{\"name\":\"cut\"}");
    JsonNode page = admin().get("/api/v1/jobs?q=cut&limit=1&fields=project,name").json();
    assertThat(page.path("items").toString())
        .isEqualTo("[{\"name\":\"cut\",\"project\":\"%s\"}]".formatted(JobBodies.PROJECT));
    assertThat(page.has("hasMore")).isTrue();
    assertThat(admin().get("/api/v1/priority-classes?fields=name").text())
        .contains("\"name\":\"")
        .doesNotContain("\"value\"");
    assertThat(admin().get(at + "/runs?fields=id").text())
        .matches("\\[(\\{\"id\":\"run_[0-9A-Z]+\"})?]");
    Answer unknown = admin().get(at + "?fields=name,colour");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.json().at("/errors/0/value").asString()).isEqualTo("colour");
    assertThat(unknown.json().path("detail").asString()).contains("must be of admittedAt, attempt");
    assertThat(admin().get("/api/v1/openapi.json?fields=info").status()).isEqualTo(200);
    admin().post(at + ":cancel", "{}");
  }

  @Test
  void aChangeOfAJobIsWaitedForByItsTag() {
    Answer made = admin().post("/api/v1/jobs", JobBodies.job("watched"));
    String at = made.header("Location");
    admin().post(at + ":cancel", "{}");
    Answer changed = admin().get(at + "?timeout=30s&ifNot=" + quoted(made.header("ETag")));
    assertThat(changed.header("ETag")).isNotEqualTo(made.header("ETag"));
    assertThat(admin().get(at + "?waitFor=TERMINAL&timeout=30s").json().path("phase").asString())
        .isEqualTo("CANCELLED");
  }

  private static String quoted(String tag) {
    return URLEncoder.encode(tag, StandardCharsets.UTF_8);
  }

  @Test
  void problemsSayWhetherTheSameMaySucceedLater() {
    JsonNode missing = admin().get("/api/v1/jobs/job_none").json();
    assertThat(missing.path("retryable").asBoolean(true)).isFalse();
    assertThat(missing.path("retryAfter").isNull()).isTrue();
  }

  @Test
  void aRequestOfATraceIsKnownByIt() {
    String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    String span = "00f067aa0ba902b7";
    TestClient traced = admin().with("traceparent", "00-%s-%s-01".formatted(trace, span));
    assertThat(traced.get("/api/v1/me").header("X-Request-Id")).isEqualTo(trace + "-" + span);
    String job = traced.post("/api/v1/jobs", JobBodies.job("traced")).header("Location");
    assertThat(
            admin().get("/api/v1/audit?limit=1&fields=requestId").json().path("items").toString())
        .isEqualTo("[{\"requestId\":\"%s-%s\"}]".formatted(trace, span));
    assertThat(traced.with("X-Request-Id", "mine").get("/api/v1/me").header("X-Request-Id"))
        .isEqualTo("mine");
    for (String wrong :
        List.of(
            "00-%s-%s".formatted(trace, span),
            "ff-%s-%s-01".formatted(trace, span),
            "00-%s-%s-01".formatted("0".repeat(32), span),
            "00-%s-%s-01".formatted(trace, "0".repeat(16)))) {
      assertThat(admin().with("traceparent", wrong).get("/api/v1/me").header("X-Request-Id"))
          .as(wrong)
          .startsWith("req_");
    }
    admin().post(job + ":cancel", "{}");
  }
}
