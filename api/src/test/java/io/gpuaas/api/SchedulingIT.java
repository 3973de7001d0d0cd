package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// How the scheduler decides, as it can be read and changed.
class SchedulingIT extends HttpIT {
  private static final String CLASSES = "/api/v1/priority-classes";
  private static final String POLICY = "/api/v1/scheduling-policy";
  private static final String QUOTAS = "/api/v1/projects/%s/quotas".formatted(JobBodies.PROJECT);

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  @Test
  void priorityClassesAreNamedByJobsAndTheirValueIsKept() {
    Answer made = admin().create(CLASSES + "/deadline", "{\"value\":500}");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    String urgent =
        JobBodies.job("classed")
            .replace("\"maxRuntime\"", "\"priority\":\"deadline\",\"maxRuntime\"");
    Answer submitted = admin().post("/api/v1/jobs", urgent);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    assertThat(submitted.json().path("priority").asString()).isEqualTo("deadline");

    Answer raised =
        admin().with("If-Match", made.header("ETag")).put(CLASSES + "/deadline", "{\"value\":600}");
    assertThat(raised.status()).as(raised.text()).isEqualTo(200);
    assertThat(raised.json().path("value").asInt()).isEqualTo(600);
    Answer gone = admin().with("If-Match", raised.header("ETag")).delete(CLASSES + "/deadline");
    assertThat(gone.status()).isEqualTo(204);
    Answer refused = admin().post("/api/v1/jobs?dryRun=true", urgent);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/pointer").asString()).isEqualTo("/spec/priority");
    assertThat(refused.json().at("/errors/0/limit").asString())
        .isEqualTo("high, low, normal, urgent");
    admin().post(submitted.header("Location") + ":cancel", "{}");
  }

  @Test
  void builtInPriorityClassesStay() {
    Answer normal = admin().get(CLASSES + "/normal");
    assertThat(normal.json().path("builtIn").asBoolean()).isTrue();
    Answer refused = admin().with("If-Match", normal.header("ETag")).delete(CLASSES + "/normal");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("IN_USE");
    assertThat(admin().create(CLASSES + "/vast", "{\"value\":2000000000}").pointers())
        .containsExactly("/value");
  }

  @Test
  void policyIsChangedWithItsVersionAndAudited() {
    Answer before = admin().get(POLICY);
    assertThat(before.status()).as(before.text()).isEqualTo(200);
    assertThat(before.json().at("/evictions/claim").asString()).isEqualTo("30m");
    String wish =
        """
        {"placement":"SPREAD","evictions":{"minRuntime":"10m","notice":"2m"},
         "order":{"halfLife":"7d","shareWeight":"0.5"}}\
        """;
    assertThat(admin().put(POLICY, wish).status()).isEqualTo(428);
    TestClient current = admin().with("If-Match", before.header("ETag"));
    assertThat(current.put(POLICY + "?dryRun=true", wish).status()).isEqualTo(200);
    assertThat(admin().get(POLICY).text()).isEqualTo(before.text());

    Answer changed = current.put(POLICY, wish);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(changed.json().at("/placement").asString()).isEqualTo("SPREAD");
    assertThat(changed.json().at("/evictions/claim").asString()).isEqualTo("30m");
    assertThat(changed.json().at("/order/shareWeight").asString()).isEqualTo("0.5");
    assertThat(admin().get(POLICY).text()).isEqualTo(changed.text());
    assertThat(current.put(POLICY, wish).status()).isEqualTo(412);
    JsonNode entry = admin().get("/api/v1/audit?limit=10").json().path("items");
    assertThat(entry.toString()).contains("scheduling-policy.replace");

    // As it was read it may be sent back, its version included.
    Answer restored = admin().with("If-Match", changed.header("ETag")).put(POLICY, before.text());
    assertThat(restored.status()).as(restored.text()).isEqualTo(200);
    assertThat(restored.json().at("/placement")).isEqualTo(before.json().at("/placement"));
  }

  @Test
  void policyIsRefusedWithAllThatIsWrong() {
    TestClient current = admin().with("If-Match", admin().get(POLICY).header("ETag"));
    Answer texts =
        current.put(
            POLICY,
            "{\"evictions\":{\"minRuntime\":\"soon\"},\"order\":{\"shareWeight\":\"much\"}}");
    assertThat(texts.status()).isEqualTo(422);
    assertThat(texts.pointers()).containsExactly("/evictions/minRuntime", "/order/shareWeight");
    Answer rules =
        current.put(
            POLICY,
            "{\"preemptionStrategies\":[\"LESS_THAN_INITIAL_SHARE\",\"LESS_THAN_INITIAL_SHARE\"],"
                + "\"evictions\":{\"claim\":\"400d\"}}");
    assertThat(rules.pointers()).containsExactly("/preemptionStrategies", "/evictions/claim");
    Answer preview = admin().post(POLICY + ":preview", "{\"placement\":\"SPREAD\"}");
    assertThat(preview.status()).as(preview.text()).isEqualTo(200);
    assertThat(preview.json().path("complete").asBoolean()).isTrue();
  }

  @Test
  void aQuotaCutMayHaveADate() {
    Answer before = admin().get(QUOTAS);
    String dated =
        before.text().replaceFirst("\"drainBy\":null", "\"drainBy\":\"2031-01-01T00:00:00Z\"");
    Answer changed = admin().with("If-Match", before.header("ETag")).put(QUOTAS, dated);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    assertThat(admin().get(QUOTAS).json().at("/quotas/0/drainBy").asString())
        .startsWith("2031-01-01T00:00:00");
    assertThat(admin().with("If-Match", changed.header("ETag")).put(QUOTAS, before.text()).status())
        .isEqualTo(200);
  }
}
