package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class JobsIT extends HttpIT {
  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  /// Why it waits, and what it costs, changes without its version.
  @Test
  void jobThatIsAliveIsAlwaysToldWhole() {
    String path = admin().post("/api/v1/jobs", JobBodies.job("told-whole")).header("Location");
    Answer running = admin().get(path + "?waitFor=RUNNING&timeout=30s");
    Answer again = admin().with("If-None-Match", running.header("ETag")).get(path);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("id")).isEqualTo(running.json().path("id"));
    admin().post(path + ":cancel", "{}");
  }

  @Test
  void jobWalksFromSubmitToItsCost() {
    Answer submitted =
        admin().post("/api/v1/jobs", JobBodies.job("walk").replace("\"10m\"", "\"1s\""));
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    String path = submitted.header("Location");
    assertThat(submitted.json().path("phase").asString()).isEqualTo("QUEUED");

    Answer ended = admin().get(path + "?waitFor=TERMINAL&timeout=30s");
    assertThat(ended.json().path("phase").asString()).as(ended.text()).isEqualTo("SUCCEEDED");
    Answer known = admin().with("If-None-Match", ended.header("ETag")).get(path);
    assertThat(known.status()).isEqualTo(304);
    assertThat(known.header("ETag")).isEqualTo(ended.header("ETag"));
    assertThat(known.text()).isEmpty();
    assertThat(ended.json().path("exitCode").asInt()).isZero();
    JsonNode nodes = ended.json().path("placement").get(0).path("nodes");
    assertThat(nodes.get(0).path("ranks").get(0).asInt()).isZero();

    Answer runs = admin().get(path + "/runs");
    assertThat(runs.json()).hasSize(1);
    assertThat(runs.json().get(0).path("holdings").get(0).path("class").asString())
        .isEqualTo("NOMINAL");

    Answer events = admin().get(path + "/events");
    assertThat(events.json().get(0).path("kind").asString()).isEqualTo("Submitted");

    Answer stream = admin().with("Accept", "text/event-stream").get(path + "/events");
    assertThat(stream.header("Content-Type")).startsWith("text/event-stream");
    assertThat(stream.text()).contains("event: end").contains("\"phase\":\"SUCCEEDED\"");
    assertThat(stream.text().lines().filter(it -> it.startsWith("id: ")).count())
        .isEqualTo(events.json().size());
    String second = events.json().get(1).path("seq").asString();
    Answer rest =
        admin()
            .with("Accept", "text/event-stream")
            .with("Last-Event-ID", second)
            .get(path + "/events");
    assertThat(rest.text().lines().filter(it -> it.startsWith("id: ")).count())
        .isEqualTo(events.json().size() - 2);
  }

  @Test
  void submissionIsIdempotentByNameAndByKey() {
    TestClient keyed = admin().with("Idempotency-Key", "k-1");
    Answer first = keyed.post("/api/v1/jobs", JobBodies.job("twice"));
    Answer again = keyed.post("/api/v1/jobs", JobBodies.job("twice"));
    assertThat(first.status()).as(first.text()).isEqualTo(202);
    assertThat(again.status()).isEqualTo(202);
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));

    Answer other = keyed.post("/api/v1/jobs", JobBodies.job("other"));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");

    Answer byName = admin().post("/api/v1/jobs", JobBodies.job("twice"));
    assertThat(byName.status()).isEqualTo(200);
    assertThat(byName.json().path("id").asString()).isEqualTo(first.json().path("id").asString());

    String different = JobBodies.job("twice").replace("train:1", "train:2");
    Answer taken = admin().post("/api/v1/jobs", different);
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.code()).isEqualTo("NAME_TAKEN");

    String path = first.header("Location");
    Answer cancelled = admin().post(path + ":cancel", "{\"reason\":\"done testing\"}");
    assertThat(cancelled.status()).isEqualTo(202);
    Answer ended = admin().get(path + "?waitFor=TERMINAL&timeout=30s");
    assertThat(ended.json().path("phase").asString()).isEqualTo("CANCELLED");
    assertThat(admin().post(path + ":cancel", "{}").status()).isEqualTo(200);
  }

  @Test
  void planSaysWhenWhereAndAtWhatPrice() {
    Answer now = admin().post("/api/v1/jobs:plan", JobBodies.job("plan"));
    assertThat(now.status()).as(now.text()).isEqualTo(200);
    assertThat(now.json().path("feasible").asString()).isEqualTo("NOW");
    assertThat(now.json().path("gpus").asString()).isEqualTo("8");
    String huge = JobBodies.job("plan").replace("\"count\":1", "\"count\":5000");
    Answer never = admin().post("/api/v1/jobs:plan", huge);
    assertThat(never.json().path("feasible").asString()).as(never.text()).isEqualTo("NEVER");
    assertThat(never.json().path("reasons").get(0).path("message").asString()).isNotBlank();
  }

  @Test
  void batchGivesEachJobItsOwnResult() {
    String body =
        "{\"jobs\":[%s,%s,%s]}"
            .formatted(
                JobBodies.job("batch-1"),
                JobBodies.job("batch-2").replace(JobBodies.PROJECT, "nowhere"),
                JobBodies.job("batch-3").replace("\"12h\"", "\"soon\""));
    Answer answer = admin().post("/api/v1/jobs:batch", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    JsonNode results = answer.json().path("results");
    assertThat(results.get(0).path("status").asInt()).isEqualTo(202);
    assertThat(results.get(1).path("status").asInt()).isEqualTo(404);
    assertThat(results.get(2).path("status").asInt()).isEqualTo(422);
    assertThat(results.get(2).path("problem").path("errors").get(0).path("pointer").asString())
        .isEqualTo("/spec/maxRuntime");
  }

  @Test
  void listsGoOnWithSignedCursors() {
    for (int i = 0; i < 5; i++) {
      admin().post("/api/v1/jobs", JobBodies.job("page-" + i));
    }
    Answer first = admin().get("/api/v1/jobs?q=page-&limit=2");
    assertThat(first.json().path("items")).hasSize(2);
    assertThat(first.json().path("hasMore").asBoolean()).isTrue();
    String cursor = first.json().path("nextCursor").asString();
    Answer second = admin().get("/api/v1/jobs?q=page-&limit=3&cursor=" + cursor);
    assertThat(second.json().path("items")).hasSize(3);
    assertThat(second.json().path("hasMore").asBoolean()).isFalse();
    assertThat(second.json().path("items").get(0).path("name").asString()).isEqualTo("page-2");

    Answer otherFilter = admin().get("/api/v1/jobs?q=x&limit=2&cursor=" + cursor);
    assertThat(otherFilter.status()).isEqualTo(400);
    assertThat(otherFilter.code()).isEqualTo("INVALID_CURSOR");
    char last = cursor.charAt(5) == 'A' ? 'B' : 'A';
    String forged = cursor.substring(0, 5) + last + cursor.substring(6);
    assertThat(admin().get("/api/v1/jobs?q=page-&cursor=" + forged).status()).isEqualTo(400);
    assertThat(admin().get("/api/v1/jobs?phse=QUEUED").status()).isEqualTo(400);
    assertThat(admin().get("/api/v1/jobs?phase=SLEEPING").code()).isEqualTo("INVALID_PARAMETER");
    assertThat(admin().get("/api/v1/jobs?limit=x").status()).isEqualTo(400);
  }

  @Test
  void scenarioIsPlayedAndABadOneIsRefusedWithItsField() {
    String scenario =
        """
        {"apiVersion":"gpuaas/v1","kind":"Scenario","name":"one","flavors":[{"name":"h100"}],
         "projects":[{"name":"a","resourceGroups":[{"resources":["nvidia.com/gpu"],
          "flavors":["h100"]}],"quotas":[{"flavor":"h100","resource":"nvidia.com/gpu",
          "nominal":8}]}],
         "jobs":[{"name":"j","project":"a","podSets":[{"name":"main","count":1,
          "requests":{"nvidia.com/gpu":"8"}}]}]}\
        """;
    Answer played = admin().post("/api/v1/simulations", scenario);
    assertThat(played.status()).as(played.text()).isEqualTo(200);
    assertThat(played.json().path("decisions").get(0).path("action").asString()).isEqualTo("Admit");
    Answer refused =
        admin().post("/api/v1/simulations", scenario.replace("\"count\":1", "\"count\":-1"));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.pointers()).containsExactly("/jobs/0/podSets/0/count");
  }

  @Test
  void streamBehindAnEventThatThereNeverWasIsGone() {
    TestClient follower = admin().with("Accept", "text/event-stream");
    Answer gone = follower.with("Last-Event-ID", "999999999").get("/api/v1/events");
    assertThat(gone.status()).isEqualTo(410);
    assertThat(gone.code()).isEqualTo("GONE");
    Answer strange = follower.with("Last-Event-ID", "newest").get("/api/v1/events");
    assertThat(strange.status()).isEqualTo(400);
  }

  @Test
  void checkpointsAndPlacesOfAJobAreTold() {
    String body =
        JobBodies.job("with-checkpoints")
            .replace("\"stopDelay\":\"0s\"", "\"stopDelay\":\"2s\"")
            .replace(
                "\"maxRuntime\"",
                "\"checkpointEvery\":\"1s\",\"tensorBoard\":\"tb\",\"maxRuntime\"");
    String path = admin().post("/api/v1/jobs", body).header("Location");
    admin().get(path + "?waitFor=RUNNING&timeout=60s");
    assertThat(admin().get(path + "/files").json().path("checkpoints")).isEmpty();
    admin().post(path + ":cancel", "{}");
    admin().get(path + "?waitFor=TERMINAL&timeout=60s");
    JsonNode files = admin().get(path + "/files").json();
    assertThat(files.path("checkpoints")).hasSize(1);
    assertThat(files.at("/checkpoints/0/attempt").asInt()).isEqualTo(1);
    String run = admin().get(path + "/runs").json().at("/0/id").asString();
    assertThat(files.path("tensorBoard").asString())
        .isEqualTo(
            "http://%s-tb.%s.simulated:6006"
                .formatted(run.toLowerCase(Locale.ROOT).replace('_', '-'), JobBodies.PROJECT));
    assertThat(files.path("places")).isEmpty();
  }
}
