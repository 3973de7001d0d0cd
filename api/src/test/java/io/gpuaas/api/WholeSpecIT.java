package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Everything a job may ask for goes through submission and comes back.
class WholeSpecIT extends HttpIT {
  private static final String JOBS = "/api/v1/jobs";

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private static String job(String name, String spec, String podSet) {
    return """
    {"project":"%s","name":"%s","spec":{"image":"registry.example/train:1","maxRuntime":"1h",%s
     "podSets":[{"name":"worker",%s}],"simulation":{"runFor":"10m"}}}\
    """
        .formatted(JobBodies.PROJECT, name, spec, podSet);
  }

  @Test
  void podSetsComeBackAsTheyWereSent() {
    String whole =
        job(
            "whole",
            "\"gpuModels\":[\"A100-80GB\",\"H200-141GB\"],",
            """
            "count":4,"gpusPerPod":2,"numa":"REQUIRED","group":"ring",
            "tolerations":[{"key":"maintenance"},{"key":"team","value":"a","effect":"NoSchedule"}],
            "topology":{"mode":"REQUIRED","level":"topology.gpuaas.io/rack",
              "slices":[{"level":"kubernetes.io/hostname","size":2}]}\
            """);
    Answer answer = admin().post(JOBS + "?dryRun=true", whole);
    assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    JsonNode spec = answer.json().path("spec");
    assertThat(spec.path("gpuModels").toString()).isEqualTo("[\"A100-80GB\",\"H200-141GB\"]");
    assertThat(spec.path("gpuModel").isNull()).isTrue();
    JsonNode set = spec.at("/podSets/0");
    assertThat(set.path("numa").asString()).isEqualTo("REQUIRED");
    assertThat(set.path("group").asString()).isEqualTo("ring");
    assertThat(set.path("tolerations").toString())
        .isEqualTo(
            "[{\"key\":\"maintenance\",\"value\":null,\"effect\":null},"
                + "{\"key\":\"team\",\"value\":\"a\",\"effect\":\"NoSchedule\"}]");
    assertThat(set.at("/topology/slices").toString())
        .isEqualTo("[{\"level\":\"kubernetes.io/hostname\",\"size\":2}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gpuMemory   | 20Gi    | 21474836480
          migProfile  | 3g.40gb | 3g.40gb
          gpuFraction | 0.250   | 0.25
          """)
  void partsOfGpusAreAdmitted(String field, String sent, String shown) {
    String name = "part-" + field.toLowerCase(Locale.ROOT);
    String podSet = "\"count\":1,\"gpusPerPod\":0,\"%s\":\"%s\"".formatted(field, sent);
    Answer submitted = admin().post(JOBS, job(name, "\"gpuModel\":\"A100-80GB\",", podSet));
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    String path = submitted.header("Location");
    Answer read = admin().get(path + "?waitFor=RUNNING&timeout=30s");
    assertThat(read.json().path("phase").asString()).as(read.text()).isEqualTo("RUNNING");
    assertThat(read.json().at("/spec/podSets/0/" + field).asString()).isEqualTo(shown);
    assertThat(read.json().at("/placement/0/nodes/0/devices")).hasSize(1);
    admin().post(path + ":cancel", "{}");
  }

  @Test
  void alignedGpusAreNamedWhereTheyLie() {
    Answer submitted =
        admin()
            .post(JOBS, job("aligned", "", "\"count\":2,\"gpusPerPod\":4,\"numa\":\"REQUIRED\""));
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    String path = submitted.header("Location");
    Answer placed = admin().get(path + "?waitFor=RUNNING&timeout=30s");
    assertThat(placed.json().at("/placement/0/nodes/0/devices").toString())
        .as(placed.text())
        .isEqualTo("[0,1,2,3,4,5,6,7]");
    admin().post(path + ":cancel", "{}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | "gpuMemory":"20Gi"                       | CONFLICT   | /gpuMemory
          0 | "gpuMemory":"0"                          | TOO_SMALL  | /gpuMemory
          0 | "gpuFraction":"0.5","migProfile":"1g.10gb"| CONFLICT  | /migProfile
          0 | "gpuFraction":"0.5","numa":"REQUIRED"    | CONFLICT   | /numa
          0 | "migProfile":"huge"                      | VALIDATION | /migProfile
          1 | "topology":{%"kubernetes.io/hostname","size":4}]} | NOT_DIVISIBLE | %/size
          1 | "topology":{%"row","size":2}]}           | UNKNOWN_LEVEL | %/level
          1 | "tolerations":[{"key":"a","effect":"Never"}] | VALIDATION | /tolerations/0/effect
          """)
  void whatCannotBeIsRefusedWithItsPlace(int gpus, String field, String code, String pointer) {
    String slices = "\"mode\":\"UNCONSTRAINED\",\"slices\":[{\"level\":";
    String podSet = "\"count\":2,\"gpusPerPod\":%d,%s".formatted(gpus, field.replace("%", slices));
    Answer refused = admin().post(JOBS + "?dryRun=true", job("refused", "", podSet));
    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.pointers())
        .containsExactly("/spec/podSets/0" + pointer.replace("%", "/topology/slices/0"));
    if (!code.equals("VALIDATION")) {
      assertThat(refused.json().at("/errors/0/code").asString()).isEqualTo(code);
    }
  }

  @Test
  void modelsAreNamedOnceAndInOneWay() {
    Answer both =
        admin()
            .post(
                JOBS + "?dryRun=true",
                job(
                    "both",
                    "\"gpuModel\":\"A100-80GB\",\"gpuModels\":[\"H200-141GB\"],",
                    "\"count\":1,\"gpusPerPod\":1"));
    assertThat(both.pointers()).containsExactly("/spec/gpuModels");
    Answer several =
        admin()
            .post(
                JOBS + "?dryRun=true",
                job(
                    "several",
                    "\"gpuModels\":[\"H200-141GB\",\"B52\",\"H200-141GB\"],",
                    "\"count\":1,\"gpusPerPod\":1"));
    assertThat(several.pointers()).containsExactly("/spec/gpuModels/1", "/spec/gpuModels/2");
  }
}
