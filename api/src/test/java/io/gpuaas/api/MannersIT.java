package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Manners that clients rely on: dry runs, jobs by name, cancelling many, limits.
class MannersIT extends HttpIT {
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
        "/clusters/dry|{\"backend\":\"simulated\"}"
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
    Answer gone = admin().with("If-Match", real.header("ETag")).delete(at + "?dryRun=true");
    assertThat(gone.status()).isEqualTo(204);
    assertThat(admin().get(at).status()).isEqualTo(200);
    assertThat(admin().with("If-Match", real.header("ETag")).delete(at).status()).isEqualTo(204);
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
  void whereDryRunDoesNotHoldItIsRefusedNotIgnored() {
    String token = "{\"name\":\"dry\",\"scopes\":[\"job.read\"]}";
    assertThat(admin().post("/api/v1/tokens?dryRun=true", token).status()).isEqualTo(400);
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
}
