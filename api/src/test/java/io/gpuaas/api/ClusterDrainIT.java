package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A cluster is closed as a whole, and opened again. The A100 are all in `helsinki`.
class ClusterDrainIT extends HttpIT {
  private static final String HELSINKI = "/api/v1/clusters/helsinki";

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private static String job(String name, String podSetMore) {
    return """
    {"project":"%s","name":"%s","spec":{"image":"registry.example/train:1","maxRuntime":"1h",
     "gpuModel":"A100-80GB","podSets":[{"name":"worker","count":1,"gpusPerPod":1%s}],
     "simulation":{"runFor":"10m"}}}\
    """
        .formatted(JobBodies.PROJECT, name, podSetMore);
  }

  private Answer put(String body) {
    Answer now = admin().get(HELSINKI);
    Answer changed = admin().with("If-Match", now.header("ETag")).put(HELSINKI, body);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    return changed;
  }

  private String submitted(String body) {
    Answer answer = admin().post("/api/v1/jobs", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    return answer.header("Location");
  }

  private String phase(String path, String awaited) {
    return admin()
        .get("%s?waitFor=%s&timeout=30s".formatted(path, awaited))
        .json()
        .path("phase")
        .asString();
  }

  @Test
  void whatRunsGoesOnAndNothingNewComes() {
    String before = submitted(job("before-drain", ""));
    assertThat(phase(before, "RUNNING")).isEqualTo("RUNNING");
    JsonNode effect = admin().get(HELSINKI + "/drain-effect").json();
    assertThat(effect.at("/capacity/0/freeAfter").asLong()).isZero();
    assertThat(effect.at("/capacity/0/freeBefore").asLong()).isPositive();
    Answer drained = put("{\"backend\":\"simulated\",\"schedulable\":false}");
    assertThat(drained.json().path("schedulable").asBoolean()).isFalse();
    assertThat(drained.json().path("healthy").asBoolean()).isFalse();
    assertThat(drained.json().path("gpusFree").asLong()).isZero();

    String during = submitted(job("during-drain", ""));
    Answer plan = admin().post("/api/v1/jobs:plan", job("asked", ""));
    assertThat(plan.json().path("feasible").asString()).as(plan.text()).isEqualTo("LATER");
    assertThat(admin().get(before).json().path("phase").asString()).isEqualTo("RUNNING");
    assertThat(admin().get(during).json().at("/waiting/reasons/0/code").asString())
        .isEqualTo("WaitingForNodes");

    put("{\"backend\":\"simulated\"}");
    assertThat(phase(during, "RUNNING")).isEqualTo("RUNNING");
    admin().post(before + ":cancel", "{}");
    admin().post(during + ":cancel", "{}");
  }

  @Test
  void taintsOfAClusterAreThoseOfItsNodes() {
    put(
        "{\"backend\":\"simulated\",\"taints\":"
            + "[{\"key\":\"reserved\",\"value\":\"exam\",\"effect\":\"NoSchedule\"}]}");
    String kept = submitted(job("kept-out", ""));
    String tolerant =
        submitted(job("tolerant", ",\"tolerations\":[{\"key\":\"reserved\",\"value\":\"exam\"}]"));
    assertThat(phase(tolerant, "RUNNING")).isEqualTo("RUNNING");
    assertThat(phase(kept, "TERMINAL")).isEqualTo("REJECTED");
    put("{\"backend\":\"simulated\"}");
    String welcome = submitted(job("welcome", ""));
    assertThat(phase(welcome, "RUNNING")).isEqualTo("RUNNING");
    admin().post(welcome + ":cancel", "{}");
    admin().post(tolerant + ":cancel", "{}");
  }
}
