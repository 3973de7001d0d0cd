package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Manifests of users as jobs, jobs as objects, and what gave a job its fields.
class ManifestJobsIT extends HttpIT {
  private static final String JOBS = "/api/v1/jobs";
  private static final String WEST = "/api/v1/clusters/west-choosing";
  private static final String RAY =
      """
      {"apiVersion":"ray.io/v1","kind":"RayJob","metadata":{"name":"sweep"},"spec":{
        "entrypoint":"python sweep.py","activeDeadlineSeconds":3600,"rayClusterSpec":{
          "rayVersion":"2.50.0",
          "headGroupSpec":{"template":{"spec":{"containers":[
            {"name":"ray-head","image":"ray:1","resources":{"limits":{"cpu":"2"}}}]}}},
          "workerGroupSpecs":[{"groupName":"gpu","replicas":2,"template":{"spec":{"containers":[
            {"name":"ray-worker","image":"ray:2","resources":{"limits":{"nvidia.com/gpu":"4"}}}
          ]}}}]}}}\
      """;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private static String submission(String name, String spec) {
    return "{\"project\":\"%s\",\"name\":\"%s\",\"spec\":{%s}}"
        .formatted(JobBodies.PROJECT, name, spec);
  }

  private static List<String> pointers(Answer answer) {
    List<String> pointers = new ArrayList<>();
    answer.json().path("errors").forEach(it -> pointers.add(it.path("pointer").asString()));
    return pointers;
  }

  @Test
  void podSetsAndTimesAreReadOfTheManifest() {
    Answer submitted = admin().post(JOBS, submission("ray-sweep", "\"manifest\":" + RAY));
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    JsonNode job = submitted.json();
    assertThat(job.path("gpus").asString()).isEqualTo("8");
    assertThat(job.at("/spec/maxRuntime").asString()).isEqualTo("1h");
    assertThat(job.at("/spec/image").asString()).isEqualTo("ray:1");
    assertThat(job.at("/spec/podSets/1/name").asString()).isEqualTo("gpu");
    assertThat(job.at("/spec/manifest/spec/entrypoint").asString()).isEqualTo("python sweep.py");

    String spec = job.path("spec").toString();
    Answer again =
        admin()
            .post(
                JOBS + "?dryRun=true",
                "{\"project\":\"%s\",\"name\":\"again\",\"spec\":%s}"
                    .formatted(JobBodies.PROJECT, spec));
    assertThat(again.status()).as(again.text()).isEqualTo(202);
    assertThat(again.json().path("spec")).isEqualTo(job.path("spec"));
    admin().post(submitted.header("Location") + ":cancel", "{}");
  }

  @Test
  void aPodSetMayBeToldWhereItLies() {
    String beside =
        """
        "podSets":[{"name":"gpu","count":2,"gpusPerPod":4,
          "topology":{"mode":"REQUIRED","level":"topology.gpuaas.io/rack"}}]\
        """;
    Answer answer =
        admin()
            .post(
                JOBS + "?dryRun=true",
                submission("near", "\"manifest\":%s,%s".formatted(RAY, beside)));
    assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    assertThat(answer.json().at("/spec/podSets/1/topology/mode").asString()).isEqualTo("REQUIRED");
    assertThat(answer.json().at("/spec/podSets/0/topology").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "image":"other:1" | /spec/image
          "command":["x"] | /spec/command
          "env":[{"name":"A","value":"b"}] | /spec/env
          "podSets":[{"name":"gpu","count":3,"gpusPerPod":4}] | /spec/podSets/0
          "podSets":[{"name":"other","count":2,"gpusPerPod":4}] | /spec/podSets/0/name
          """)
  void whatTheManifestSaysIsNotSaidTwice(String beside, String pointer) {
    Answer answer =
        admin().post(JOBS, submission("twice", "\"manifest\":%s,%s".formatted(RAY, beside)));
    assertThat(answer.status()).as(answer.text()).isEqualTo(422);
    assertThat(pointers(answer)).containsExactly(pointer);
  }

  @Test
  void whatCannotBeAcceptedIsNamedWithItsPlaceInTheManifest() {
    String manifest =
        RAY.replace(
                "\"entrypoint\"",
                "\"backoffLimit\":3,\"submissionMode\":\"K8sJobMode\",\"entrypoint\"")
            .replace("\"containers\":[", "\"hostNetwork\":true,\"containers\":[");
    Answer answer = admin().post(JOBS, submission("bad", "\"manifest\":" + manifest));
    assertThat(answer.status()).isEqualTo(422);
    String cluster = "/spec/manifest/spec/rayClusterSpec";
    assertThat(pointers(answer))
        .containsExactlyInAnyOrder(
            "/spec/manifest/spec/backoffLimit",
            "/spec/manifest/spec/submissionMode",
            cluster + "/headGroupSpec/template/spec/hostNetwork",
            cluster + "/workerGroupSpecs/0/template/spec/hostNetwork");
    Answer unknown =
        admin()
            .post(JOBS, submission("bad", "\"manifest\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}"));
    assertThat(pointers(unknown)).contains("/spec/manifest/kind");
    assertThat(pointers(admin().post(JOBS, submission("bad", "\"maxRuntime\":\"1h\""))))
        .containsExactly("/spec/image", "/spec/podSets");
  }

  @Test
  void aManifestIsRenderedForItsOwnBackendOnly() {
    String body = submission("shown", "\"manifest\":" + RAY);
    Answer ray = admin().post(JOBS + ":render?backend=rayjob", body);
    assertThat(ray.status()).as(ray.text()).isEqualTo(200);
    JsonNode main = ray.json().path("nothing");
    for (JsonNode it : ray.json().path("manifests")) {
      main = it.path("kind").asString().equals("RayJob") ? it : main;
    }
    assertThat(main.at("/spec/entrypoint").asString()).isEqualTo("python sweep.py");
    assertThat(main.at("/spec/suspend").asBoolean()).isTrue();
    assertThat(main.at("/spec/rayClusterSpec/rayVersion").asString()).isEqualTo("2.50.0");

    Answer job = admin().post(JOBS + ":render?backend=job", body);
    assertThat(job.json().path("manifests")).isEmpty();
    assertThat(job.json().at("/unmet/0/pointer").asString()).isEqualTo("/spec/manifest/kind");
    assertThat(job.json().at("/unmet/0/detail").asString()).contains("rayjob");
  }

  @ParameterizedTest
  @CsvSource({"job, Job", "kueue, Job", "jobset, JobSet", "volcano, Job", "slurm, ''"})
  void aPlainJobIsRenderedForAnyBackend(String backend, String kind) {
    String plain =
        """
        "image":"train:1","maxRuntime":"1h","podSets":[{"name":"worker","count":2,"gpusPerPod":8}]\
        """;
    Answer answer = admin().post(JOBS + ":render?backend=" + backend, submission("plain", plain));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.json().path("unmet")).isEmpty();
    List<String> kinds = new ArrayList<>();
    answer.json().path("manifests").forEach(it -> kinds.add(it.path("kind").asString("")));
    assertThat(kinds).contains(kind);
    assertThat(admin().post(JOBS + ":render", submission("plain", plain)).status()).isEqualTo(400);
    assertThat(admin().post(JOBS + ":render?cluster=nowhere", submission("p", plain)).status())
        .isEqualTo(404);
  }

  @Test
  void eachFieldOfASpecHasItsSource() {
    String plain =
        """
        "image":"train:1","maxRuntime":"1h","maxAttempts":5,
        "podSets":[{"name":"worker","count":1,"gpusPerPod":8}],"simulation":{"runFor":"10m"}\
        """;
    Answer submitted = admin().post(JOBS, submission("sourced", plain));
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    String path = submitted.header("Location");
    admin().get(path + "?waitFor=RUNNING&timeout=30s");

    JsonNode spec = admin().get(path + "/effective-spec").json();

    assertThat(spec.path("run").isNull()).isFalse();
    assertThat(spec.path("backend").asString()).isEqualTo("simulated");
    assertThat(source(spec, "/spec/maxAttempts")).isEqualTo("SUBMITTED 5 5 null");
    assertThat(source(spec, "/spec/graceSeconds")).isEqualTo("DEFAULT 30 null null");
    assertThat(source(spec, "/spec/priority/value")).startsWith("PRIORITY_CLASS");
    assertThat(source(spec, "/spec/placement")).startsWith("POLICY");
    assertThat(source(spec, "/spec/image")).isEqualTo("SUBMITTED train:1 train:1 null");
    assertThat(spec.toString()).contains("FLAVOR");
    admin().post(path + ":cancel", "{}");
  }

  @Test
  void aBackendThatNoClusterLetsJobsAskForIsRefused() {
    String asking =
        """
        "image":"train:1","maxRuntime":"1h","backend":"%s",
        "podSets":[{"name":"worker","count":1,"gpusPerPod":8}]\
        """;
    Answer refused = admin().post(JOBS, submission("chosen", asking.formatted("lws")));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(pointers(refused)).containsExactly("/spec/backend");
    assertThat(refused.json().at("/errors/0/code").asString()).isEqualTo("BACKEND_NOT_ALLOWED");
    assertThat(refused.json().at("/errors/0/detail").asString()).contains("simulated");

    Answer taken = admin().post(JOBS, submission("chosen", asking.formatted("simulated")));
    assertThat(taken.status()).as(taken.text()).isEqualTo(202);
    assertThat(taken.json().at("/spec/backend").asString()).isEqualTo("simulated");
    JsonNode spec = admin().get(taken.header("Location") + "/effective-spec").json();
    assertThat(source(spec, "/spec/backend")).isEqualTo("SUBMITTED simulated simulated null");
    Answer other = admin().get(taken.header("Location") + "/manifests?backend=jobset");
    assertThat(other.json().path("unmet")).isEmpty();
    assertThat(other.json().path("backend").asString()).isEqualTo("jobset");
    admin().post(taken.header("Location") + ":cancel", "{}");
  }

  @Test
  void aJobIsRenderedForTheBackendThatItAsksFor() {
    String cluster =
        """
        {"backend":"job","schedulable":false,"settings":{"backends":"jobset"}}\
        """;
    Answer made = admin().with("If-None-Match", "*").put(WEST, cluster);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    String asking =
        """
        "image":"train:1","maxRuntime":"1h","backend":"%s",
        "podSets":[{"name":"worker","count":1,"gpusPerPod":8}]\
        """;
    String address = JOBS + ":render?cluster=west-choosing";
    Answer chosen = admin().post(address, submission("shown", asking.formatted("jobset")));
    assertThat(chosen.json().path("backend").asString()).as(chosen.text()).isEqualTo("jobset");
    assertThat(chosen.json().path("manifests").toString()).contains("JobSet");
    Answer other = admin().post(address, submission("shown", asking.formatted("lws")));
    assertThat(other.json().at("/unmet/0/pointer").asString()).isEqualTo("/spec/backend");
    assertThat(other.json().at("/unmet/0/detail").asString())
        .isEqualTo("On cluster west-choosing jobs may ask for job, jobset.");
    Answer asked =
        admin().post(address + "&backend=trainjob", submission("shown", asking.formatted("lws")));
    assertThat(asked.json().path("backend").asString()).isEqualTo("trainjob");
    assertThat(asked.json().path("unmet")).isEmpty();
    assertThat(admin().with("If-Match", made.header("ETag")).delete(WEST).status()).isEqualTo(204);
  }

  private static String source(JsonNode spec, String pointer) {
    for (JsonNode it : spec.path("fields")) {
      if (it.path("pointer").asString().equals(pointer)) {
        return "%s %s %s %s"
            .formatted(
                it.path("source").asString(),
                it.path("value").asString(),
                it.path("asked").asString("null"),
                it.path("from").asString("null"));
      }
    }
    return "none";
  }

  @Test
  void aSimulatedClusterHasNoQueues() {
    String cluster = admin().get("/api/v1/clusters").json().at("/items/0/name").asString();
    Answer answer = admin().get("/api/v1/clusters/%s/queues".formatted(cluster));
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.json().path("detail").asString()).contains("simulated");
    assertThat(admin().get("/api/v1/clusters/nowhere/queues").status()).isEqualTo(404);
    String address = "/api/v1/clusters/%s/queues".formatted(cluster);
    assertThat(nobody().get(address).status()).isEqualTo(401);
    assertThat(admin().post(address + ":apply", "{}").status()).isEqualTo(409);
  }
}
