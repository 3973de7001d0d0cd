package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs as objects, manifests as jobs, and queues of clusters.
class RenderCommandTest {
  private static final String MANIFEST =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: train}
      spec: {template: {spec: {containers: [{name: c, image: i}]}}}
      """;

  @TempDir private Path folder = Path.of("");
  private final FakeServer server = new FakeServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private Call call(String in, String... arguments) {
    Map<String, String> environment =
        Map.of(
            "GPUAAS_URL", server.url(),
            "GPUAAS_TOKEN", "secret-token",
            "GPUAAS_PROJECT", "vision");
    return Call.of(folder, environment, in, arguments);
  }

  @Test
  void manifestsAreWrittenAsYamlDocuments() {
    server.json(
        "POST /jobs:render?backend=kueue",
        200,
        "{\"manifests\":[{\"kind\":\"Job\",\"spec\":{\"suspend\":true}}],\"unmet\":[]}");

    Call call = call(MANIFEST, "render", "-f", "-", "--backend", "kueue");

    assertThat(call.err()).isEmpty();
    assertThat(call.status()).isZero();
    assertThat(call.out()).isEqualTo("---\nkind: Job\nspec:\n  suspend: true\n");
    assertThat(server.asked("POST"))
        .extracting(FakeServer.Asked::body)
        .anyMatch(
            body ->
                body.contains("\"manifest\":{\"apiVersion\":\"batch/v1\"")
                    && body.contains("\"name\":\"train\"")
                    && body.contains("\"project\":\"vision\"")
                    && !body.contains("podSets"));
  }

  @Test
  void whatABackendLacksIsSaidAndRefused() {
    server.json(
        "POST /jobs:render?cluster=east",
        200,
        "{\"manifests\":[],\"unmet\":[{\"pointer\":\"/spec/type\",\"detail\":\"No.\"}]}");

    Call call = call(MANIFEST, "render", "-f", "-", "--cluster", "east");

    assertThat(call.status()).isEqualTo(4);
    assertThat(call.err()).contains("/spec/type: No.");
    assertThat(call(MANIFEST, "render", "-f", "-").status()).isEqualTo(2);
  }

  @Test
  void queuesOfAClusterAreComparedAndApplied() {
    String change =
        """
        {"cluster":"east","inStep":false,"objects":[{"step":"CHANGE","kind":"Queue","name":"q",
         "namespace":null,"detail":null,
         "differences":[{"pointer":"/spec/weight","before":"1","after":"2"}]}]}\
        """;
    server.json("GET /clusters/east/queues", 200, change);
    server.json(
        "POST /clusters/east/queues:apply",
        200,
        change
            .replace("\"CHANGE\"", "\"CONFLICT\"")
            .replace("\"detail\":null", "\"detail\":\"gitops\""));

    Call shown = call("", "cluster-queues", "east");
    assertThat(shown.status()).isZero();
    assertThat(shown.out()).contains("/spec/weight: 1 → 2");
    Call applied = call("", "cluster-queues", "east", "--apply");
    assertThat(applied.status()).isEqualTo(4);
    assertThat(applied.out()).contains("gitops");
  }
}
