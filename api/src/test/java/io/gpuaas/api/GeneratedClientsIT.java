package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.ContractTools.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A client that a well-kept generator makes of the interface's description, by no hand of ours: in
/// Python it walks a job's whole life. That in TypeScript is the portal's own
/// (`web-ui/src/api/schema.d.ts`), which its build makes anew and compiles.
class GeneratedClientsIT extends HttpIT {
  private static final Path DESCRIPTION = Path.of("../docs/api/openapi.json").toAbsolutePath();
  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  @Test
  void pythonClientSubmitsWaitsAndReadsTheCost() {
    Path venv = ContractTools.of("venv");
    String made =
        done(
            List.of(
                venv.resolve("bin/openapi-python-client").toString(),
                "generate",
                "--path",
                DESCRIPTION.toString(),
                "--meta",
                "none",
                "--output-path",
                "client"));
    assertThat(made.lines().filter(it -> it.contains("WARNING parsing")))
        .as("operations that it leaves out: files, for which it knows no form")
        .hasSizeLessThanOrEqualTo(4);
    Path walk = Path.of(System.getProperty("gpuaas.home"), "api", "contract", "walk.py");
    Ended walked =
        ContractTools.run(
            folder,
            Map.of("GPUAAS_TOKEN", firstAccount().token(), "PYTHONPATH", folder.toString()),
            JobBodies.job("by-python").replace("\"10m\"", "\"2s\""),
            List.of(venv.resolve("bin/python").toString(), walk.toString(), url("")));
    assertThat(walked.status()).as(walked.text()).isZero();
    JsonNode job = TestJson.read(walked.text());
    assertThat(job.path("phase").asString()).isEqualTo("SUCCEEDED");
    JsonNode same = admin().get("/api/v1/jobs/" + job.path("id").asString()).json();
    assertThat(job.path("cost")).isEqualTo(same.path("cost"));
  }

  private String done(List<String> command) {
    Ended ended = ContractTools.run(folder, Map.of(), "", command);
    assertThat(ended.status()).as(ended.text()).isZero();
    return ended.text();
  }
}
