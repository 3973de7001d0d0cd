package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuaas.api.TestClient.Answer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Figures over many jobs, and what a change would do.
class ReportsIT extends HttpIT {
  private static final String PROJECT = "medical-imaging";

  @Autowired private InstantSource clock;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private String span() {
    Instant now = clock.instant();
    return "from=%s&to=%s&project=%s"
        .formatted(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(1)), PROJECT);
  }

  private String submit(String name, String runFor) {
    String job = JobBodies.job(name).replace(JobBodies.PROJECT, PROJECT).replace("\"10m\"", runFor);
    Answer submitted = admin().post("/api/v1/jobs", job);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    return submitted.header("Location");
  }

  private JsonNode report(String path) {
    Answer answer = admin().get("/api/v1/reports/" + path);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.json();
  }

  @Test
  void waitsAndEndsOfJobsAreCounted() {
    String done = submit("reports-done", "\"1s\"");
    admin().get(done + "?waitFor=TERMINAL&timeout=60s");
    String stopped = submit("reports-stopped", "\"10m\"");
    admin().get(stopped + "?waitFor=RUNNING&timeout=60s");
    admin().post(stopped + ":cancel", "{}");
    admin().get(stopped + "?waitFor=TERMINAL&timeout=60s");

    JsonNode waits = report("waits?groupBy=size&" + span()).path("rows");
    assertThat(waits.size()).isEqualTo(1);
    assertThat(waits.get(0).path("key").asString()).isEqualTo("8");
    assertThat(waits.get(0).path("jobs").asInt()).isEqualTo(2);
    assertThat(waits.get(0).path("waiting").asInt()).isZero();
    assertThat(waits.get(0).path("neverStarted").asInt()).isZero();
    assertThat(waits.get(0).path("toRunning").path("medianSeconds").asLong())
        .isGreaterThanOrEqualTo(waits.get(0).path("medianSeconds").asLong());
    assertThat(waits.get(0).path("slowdown").path("median").asString()).isEqualTo("1.00");
    for (String key : new String[] {"model", "project", "priority", "day"}) {
      assertThat(report("waits?groupBy=" + key + "&" + span()).path("rows").size()).isEqualTo(1);
    }

    JsonNode reliability = report("reliability?" + span());
    assertThat(reliability.path("stops").size()).isEqualTo(1);
    assertThat(reliability.path("stops").get(0).path("reason").asString()).isEqualTo("USER_CANCEL");
    assertThat(reliability.path("stops").get(0).path("project").asString()).isEqualTo(PROJECT);
    assertThat(reliability.path("outcomes").findValuesAsString("outcome"))
        .containsExactly("STOPPED", "SUCCEEDED");
    JsonNode succeeded = reliability.path("outcomes").get(1);
    assertThat(reliability.path("keptGpuHours").asString())
        .as("%s", reliability)
        .isEqualTo(succeeded.path("gpuHours").asString())
        .isEqualTo(succeeded.path("keptGpuHours").asString());
    assertThat(reliability.path("goodput").asString()).matches("0\\.[0-9]{4}");
    assertThat(reliability.path("stops").get(0).path("per1000GpuHours").asString()).isNotEmpty();
  }

  /// 31 workers of eight GPUs: within what the project may have at most, and more than is free
  /// while another of that size runs.
  @Test
  void theLongestWaitIsOneThatTheJobsShow() {
    String first = submitGang("reports-first");
    admin().get(first + "?waitFor=RUNNING&timeout=60s");
    String second = submitGang("reports-second");
    JsonNode waiting = admin().get(second).json();
    JsonNode told = admin().get("/api/v1/availability").json().path("oldestWaitSeconds");
    assertThat(waiting.path("phase").asString()).isEqualTo("QUEUED");
    Instant since = Instant.parse(waiting.path("queuedAt").asString());
    assertThat(told.asLong()).isBetween(0L, Duration.between(since, clock.instant()).toSeconds());
    waitingIsSeenInQueueAndQuota();
    for (String job : new String[] {second, first}) {
      admin().post(job + ":cancel", "{}");
      admin().get(job + "?waitFor=TERMINAL&timeout=60s");
    }
    assertThat(admin().get("/api/v1/availability").json().path("oldestWaitSeconds").isNull())
        .isTrue();
  }

  /// What waits presses the flavor that it asks for, and idle GPUs of that are wanted meanwhile.
  private void waitingIsSeenInQueueAndQuota() {
    JsonNode queue = report("queue");
    assertThat(queue.path("jobs").asInt()).isPositive();
    assertThat(queue.path("pendingGpus").asLong()).isGreaterThanOrEqualTo(128);
    assertThat(queue.path("pressure").asString()).isGreaterThan("0");
    assertThat(queue.path("hoursToDrain").isNull()).isFalse();
    JsonNode a100 = queue.path("flavors").get(0);
    assertThat(a100.path("flavor").asString() + " " + a100.path("pendingGpus").asString())
        .isEqualTo("a100 0");
    JsonNode busy = report("busy");
    assertThat(busy.path("allocatedGpus").asLong()).isGreaterThanOrEqualTo(128);
    assertThat(busy.path("availableGpus").asString())
        .isEqualTo(queue.path("availableGpus").asString());
    Instant now = clock.instant();
    String span =
        "?from=%s&to=%s".formatted(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(1)));
    JsonNode total = report("utilisation" + span).path("total");
    assertThat(total.path("idleWanted").asDecimal()).as("%s", total).isPositive();
    BigDecimal parts = BigDecimal.ZERO;
    for (String part : List.of("allocated", "idleWanted", "idleUnwanted", "down", "plannedDown")) {
      parts = parts.add(total.path(part).asDecimal());
    }
    assertThat(parts)
        .isCloseTo(total.path("capacity").asDecimal(), within(new BigDecimal("0.00001")));
    JsonNode use = report("quota-use" + span + "&project=" + JobBodies.PROJECT);
    assertThat(use.path("rows")).isNotEmpty();
    use.path("rows")
        .forEach(
            row ->
                assertThat(
                        row.path("nominal")
                            .asDecimal()
                            .add(row.path("unused").asDecimal())
                            .add(row.path("starved").asDecimal()))
                    .as("%s", row)
                    .isCloseTo(
                        row.path("guaranteed").asDecimal(), within(new BigDecimal("0.00001"))));
    assertThat(use.path("comparedProjects").asInt()).isEqualTo(1);
    assertThat(use.path("jainIndex").asString()).isEqualTo("1.000");
  }

  private String submitGang(String name) {
    String job =
        JobBodies.job(name)
            .replace("\"count\":1", "\"count\":16")
            .replace("\"maxRuntime\"", "\"gpuModel\":\"H200-141GB\",\"maxRuntime\"");
    Answer submitted = admin().post("/api/v1/jobs", job);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    return submitted.header("Location");
  }

  @Test
  void wordsThatAreNoGroupAreRefusedWithThoseThatAre() {
    Answer answer = admin().get("/api/v1/reports/waits?groupBy=colour&" + span());
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("[size, model, project, priority, day]", "colour");
    assertThat(nobody().get("/api/v1/reports/lending").status()).isEqualTo(401);
  }

  @Test
  void freeGpusAreToldByWorkerSize() {
    JsonNode flavors = report("fragmentation").path("flavors");
    assertThat(flavors.findValuesAsString("flavor")).containsExactly("a100", "h200");
    flavors.forEach(
        flavor ->
            flavor
                .path("shapes")
                .forEach(
                    shape ->
                        assertThat(shape.path("usable").asLong())
                            .as(flavor.toString())
                            .isEqualTo(
                                shape.path("workers").asLong()
                                    * shape.path("gpusPerWorker").asLong())
                            .isLessThanOrEqualTo(flavor.path("free").asLong())));
    assertThat(report("lending").path("rows").isArray()).isTrue();
  }

  @Test
  void aPreviewOfQuotasTellsAndChangesNothing() {
    String path = "/api/v1/projects/search-ranking/quotas";
    Answer before = admin().get(path);
    String wish =
        """
        {"quotas":[{"flavor":"a100","resource":"nvidia.com/gpu","nominal":"8"},
                   {"flavor":"h200","resource":"nvidia.com/gpu","nominal":"9"}]}\
        """;
    Answer effect = admin().post(path + ":preview", wish);
    assertThat(effect.status()).as(effect.text()).isEqualTo(200);
    assertThat(effect.json().path("complete").asBoolean()).isTrue();
    assertThat(effect.json().path("quotas").findValuesAsString("project"))
        .contains("search-ranking");
    assertThat(admin().get(path).text()).isEqualTo(before.text());
    assertThat(admin().post("/api/v1/cohorts/none/quotas:preview", wish).status()).isEqualTo(404);
    Answer bad = admin().post(path + ":preview", wish.replace("\"9\"", "\"nine\""));
    assertThat(bad.status()).isEqualTo(422);
    assertThat(bad.pointers()).containsExactly("/quotas/1/nominal");
  }

  /// One that takes jobs and has room: others may be drained or full by then.
  private JsonNode openNode() {
    for (JsonNode node : admin().get("/api/v1/nodes?limit=200").json().path("items")) {
      boolean open = node.path("ready").asBoolean() && node.path("schedulable").asBoolean();
      if (open && node.path("gpus").asLong() > node.path("gpusUsed").asLong()) {
        return node;
      }
    }
    throw new AssertionError("No node takes jobs.");
  }

  @Test
  void drainingANodeTellsWhatIsLost() {
    JsonNode node = openNode();
    String path =
        "/api/v1/clusters/%s/nodes/%s"
            .formatted(node.path("cluster").asString(), node.path("name").asString());
    long free = node.path("gpus").asLong() - node.path("gpusUsed").asLong();
    JsonNode effect = admin().get(path + "/drain-effect").json();
    JsonNode change = effect.path("capacity").get(0);
    assertThat(change.path("freeBefore").asLong() - change.path("freeAfter").asLong())
        .isEqualTo(free);
    assertThat(admin().get(path).json().path("schedulable").asBoolean()).isTrue();
  }

  @Test
  void notebooksCanBeListedAlone() {
    Answer answer = admin().get("/api/v1/jobs?type=NOTEBOOK");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    answer
        .json()
        .path("items")
        .forEach(job -> assertThat(job.path("spec").path("type").asString()).isEqualTo("NOTEBOOK"));
    assertThat(admin().get("/api/v1/jobs?type=BOOK").status()).isEqualTo(400);
  }
}
