package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Data and secrets of a project, from their registration to what a cluster is told.
class DataAndSecretsIT extends HttpIT {
  private static final String JOBS = "/api/v1/jobs";
  private static final String PROJECT = "/api/v1/projects/" + JobBodies.PROJECT;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
    keep("/secrets/hugging-face", "{\"keys\":[\"token\"]}");
    keep("/data-sources/imagenet", "{\"type\":\"CLAIM\",\"place\":\"imagenet-2026\"}");
    keep(
        "/data-sources/web",
        """
        {"type":"OBJECT_STORE","place":"s3://corpus/web","secretName":"hugging-face"}\
        """);
  }

  private static void isOneOf(Answer answer, Integer... statuses) {
    assertThat(answer.status()).as(answer.text()).isIn((Object[]) statuses);
  }

  private void keep(String path, String body) {
    isOneOf(admin().create(PROJECT + path, body), 201, 412);
  }

  private static String job(String name, String extra) {
    return """
    {"project":"%s","name":"%s","spec":{"image":"registry.example/train:1","maxRuntime":"1h",%s
     "podSets":[{"name":"worker","count":2,"gpusPerPod":1}],"simulation":{"runFor":"10m"}}}\
    """
        .formatted(JobBodies.PROJECT, name, extra);
  }

  @Test
  void aJobNamesThemAndItsClusterIsToldWhereTheyAre() {
    String asked =
        """
        "env":[{"name":"NCCL_DEBUG","value":"WARN"},
               {"name":"HF_TOKEN","secretRef":{"name":"hugging-face","key":"token"}}],
        "data":[{"source":"imagenet","mountPath":"/data","readOnly":true},{"source":"web"}],\
        """;
    Answer submitted = admin().post(JOBS, job("reads-data", asked));
    isOneOf(submitted, 202);
    JsonNode spec = submitted.json().path("spec");
    assertThat(spec.path("env").toString())
        .isEqualTo(
            "[{\"name\":\"NCCL_DEBUG\",\"value\":\"WARN\",\"secretRef\":null},"
                + "{\"name\":\"HF_TOKEN\",\"value\":null,"
                + "\"secretRef\":{\"name\":\"hugging-face\",\"key\":\"token\"}}]");
    assertThat(spec.path("data").toString())
        .isEqualTo(
            "[{\"source\":\"imagenet\",\"mountPath\":\"/data\",\"readOnly\":true},"
                + "{\"source\":\"web\",\"mountPath\":null,\"readOnly\":false}]");
    String path = submitted.header("Location");
    String effective = admin().get(path + "/effective-spec").text();
    assertThat(effective)
        .contains("\"value\":\"CLAIM imagenet-2026\"", "\"source\":\"DATA_SOURCE\"")
        .contains("\"/spec/env/HF_TOKEN/secretRef\"", "\"value\":\"hugging-face/token\"");
    String manifests = admin().get(path + "/manifests?backend=job").text();
    assertThat(manifests)
        .contains("imagenet-2026", "GPUAAS_DATA_IMAGENET", "s3://corpus/web", "secretKeyRef");
    isOneOf(admin().post(JOBS, job("reads-data", asked)), 200);
    admin().post(path + ":cancel", "{}");
  }

  static Stream<Arguments> wrong() {
    String key = "{\"name\":\"hugging-face\",\"key\":\"c\"}";
    String strange = "{\"name\":\"b\",\"key\":\"c\"}";
    return Stream.of(
        data("/spec/data/0/source", "imagenet", "{'source':'none','mountPath':'/d'}"),
        data("/spec/data/0/mountPath", "say which", "{'source':'imagenet'}"),
        data("/spec/data/0/mountPath", "/like/this", "{'source':'imagenet','mountPath':'/a/../b'}"),
        data(
            "/spec/data/0/mountPath",
            "Something else",
            "{'source':'imagenet','mountPath':'/dev/shm'}"),
        data("/spec/data/0/mountPath", "GPUAAS_DATA_WEB", "{'source':'web','mountPath':'/w'}"),
        data("/spec/data/1/source", "once", "{'source':'web'},{'source':'web'}"),
        variable("/spec/env/0/value", "value or secretRef", ""),
        variable("/spec/env/0/value", "value or secretRef", ",'value':'1','secretRef':" + key),
        variable("/spec/env/0/secretRef/name", "hugging-face", ",'secretRef':" + strange),
        variable("/spec/env/0/secretRef/key", "token", ",'secretRef':" + key));
  }

  private static Arguments data(String pointer, String told, String items) {
    return Arguments.of("'data':[%s]".formatted(items).replace('\'', '"'), pointer, told);
  }

  private static Arguments variable(String pointer, String told, String rest) {
    String field = "'env':[{'name':'A'%s}]".formatted(rest).replace('\'', '"');
    return Arguments.of(field, pointer, told);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatIsNotThereIsNamed(String field, String pointer, String told) {
    Answer answer = admin().post(JOBS, job("wrong-data", field + ","));
    isOneOf(answer, 422);
    assertThat(answer.pointers()).first().isEqualTo(pointer);
    assertThat(answer.json().at("/errors/0/detail").asString()).contains(told);
  }

  @Test
  void whatIsNeededIsNotRemovedAndWhatIsRemovedStaysInJobs() {
    Answer secret = admin().get(PROJECT + "/secrets/hugging-face");
    Answer refused =
        admin()
            .with("If-Match", secret.header("ETag"))
            .send("DELETE", PROJECT + "/secrets/hugging-face", null);
    isOneOf(refused, 409);
    assertThat(refused.code()).isEqualTo("IN_USE");
    keep("/data-sources/short-lived", "{\"type\":\"CLAIM\",\"place\":\"scratch\"}");
    String asked = "\"data\":[{\"source\":\"short-lived\",\"mountPath\":\"/s\"}],";
    String path = admin().post(JOBS, job("keeps-its-data", asked)).header("Location");
    Answer source = admin().get(PROJECT + "/data-sources/short-lived");
    isOneOf(
        admin()
            .with("If-Match", source.header("ETag"))
            .send("DELETE", PROJECT + "/data-sources/short-lived", null),
        204);
    assertThat(admin().get(path + "/manifests?backend=job").text()).contains("scratch");
    admin().post(path + ":cancel", "{}");
  }

  @Test
  void whatReachesBeyondAProjectIsForThePlatform() {
    TestClient owner = somebody("data-owner", "project-admin");
    TestClient scientist = somebody("data-user", "data-scientist");
    String claim = "{\"type\":\"CLAIM\",\"place\":\"own\"}";
    String export = "{\"type\":\"NFS\",\"place\":\"filer:/exports/all\"}";
    isOneOf(scientist.create(PROJECT + "/data-sources/own", claim), 403);
    isOneOf(owner.create(PROJECT + "/data-sources/own", claim), 201, 412);
    isOneOf(owner.create(PROJECT + "/data-sources/all", export), 403);
    isOneOf(admin().create(PROJECT + "/data-sources/all", export), 201, 412);
    Answer there = admin().get(PROJECT + "/data-sources/all");
    TestClient changer = owner.with("If-Match", there.header("ETag"));
    isOneOf(changer.send("PUT", PROJECT + "/data-sources/all", claim), 403);
    isOneOf(changer.send("DELETE", PROJECT + "/data-sources/all", null), 403);
    assertThat(scientist.get("/api/v1/data-sources").text()).contains("\"own\"", "\"all\"");
    assertThat(scientist.get("/api/v1/secrets").text()).contains("hugging-face");
    String elsewhere = "/api/v1/projects/recommender/data-sources/x";
    isOneOf(owner.create(elsewhere, claim), 404);
  }

  private TestClient somebody(String login, String role) {
    admin().create("/api/v1/users/" + login, "{\"displayName\":\"Somebody\"}");
    String binding =
        """
        {"login":"%s","role":"%s","scope":{"kind":"PROJECT","name":"%s"}}\
        """
            .formatted(login, role, JobBodies.PROJECT);
    isOneOf(admin().post("/api/v1/role-bindings", binding), 201, 409);
    return as(login);
  }
}
