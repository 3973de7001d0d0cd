package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.ContractTools.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Clients that generators make of `docs/api/openapi.json`, in three languages: each compiles,
/// submits a job, waits for its end and says what it has cost.
class GeneratedClientsIT extends HttpIT {
  private static final Path DESCRIPTION = Path.of("..", "docs", "api", "openapi.json");

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"java", "python", "typescript"})
  void clientSubmitsWaitsAndTellsTheCost(String language) {
    Path tools = ContractTools.of(language);
    sampleOrganisation();
    String name = "generated-" + language;
    Map<String, String> environment =
        Map.of(
            "GPUAAS_URL",
            url(""),
            "GPUAAS_TOKEN",
            firstAccount().token(),
            "JAVA_HOME",
            System.getProperty("java.home"));
    List<String> command =
        List.of(
            Path.of("contract", "clients", "walk.sh").toAbsolutePath().toString(),
            language,
            DESCRIPTION.toAbsolutePath().normalize().toString(),
            tools.toString(),
            folder.toString(),
            JobBodies.PROJECT,
            name);
    Ended ended = ContractTools.run(folder, environment, "", command);
    assertThat(ended.status()).as(ended.text()).isZero();
    JsonNode jobs = admin().get("/api/v1/jobs?q=" + name).json().path("items");
    assertThat(jobs).hasSize(1);
    JsonNode job = admin().get("/api/v1/jobs/" + jobs.get(0).path("id").asString()).json();
    assertThat(job.path("phase").asString()).isEqualTo("SUCCEEDED");
    // What the last moments cost is counted a little after the end.
    assertThat(ended.text().strip().lines().toList().getLast())
        .matches(job.path("id").asString() + " SUCCEEDED 0\\.000[0-9]{3} [0-9.]+ EUR");
  }
}
