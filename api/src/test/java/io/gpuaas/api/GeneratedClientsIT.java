package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.ContractTools.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Clients that well-kept generators make of the interface's description, by no hand of ours: one
/// in Python walks a job's whole life, one in Java compiles. That in TypeScript is the portal's own
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

  @Test
  void javaClientCompiles() throws IOException {
    Path jar = ContractTools.of("generator");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    done(
        List.of(
            java,
            "-XX:TieredStopAtLevel=1",
            "-jar",
            jar.toString(),
            "generate",
            "-i",
            DESCRIPTION.toString(),
            "-g",
            "java",
            "--library",
            "native",
            "-o",
            "java",
            "--additional-properties=openApiNullable=false,useJakartaEe=true",
            "--global-property",
            "apis,models,supportingFiles,apiTests=false,modelTests=false,"
                + "apiDocs=false,modelDocs=false"));
    List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d"));
    options.add(Files.createDirectory(folder.resolve("classes")).toString());
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    try (Stream<Path> files = Files.walk(folder.resolve("java/src/main/java"))) {
      files.map(Path::toString).filter(it -> it.endsWith(".java")).forEach(options::add);
    }
    assertThat(options).hasSizeGreaterThan(100);
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
    assertThat(status).isZero();
  }

  private String done(List<String> command) {
    Ended ended = ContractTools.run(folder, Map.of(), "", command);
    assertThat(ended.status()).as(ended.text()).isZero();
    return ended.text();
  }
}
