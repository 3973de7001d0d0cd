package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.FakeRunner.Step;
import io.gpuaas.cli.Cli;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.launch.ServerProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A pipeline's log goes on behind its last line, whatever happens to connections and servers.
class LogFollowIT {
  /// Two lines and a part of one.
  private static final int BYTES = 500;

  @TempDir private Path folder = Path.of("");

  @Test
  void eachLineComesOnceThroughCutConnectionsAndAKilledServer() throws IOException {
    ServerProcess server = new ServerProcess(TestDatabase.create(), folder, List.of("--sample"));
    try (HttpClient http = HttpClient.newHttpClient();
        CuttingProxy proxy = new CuttingProxy(server.url(), BYTES)) {
      TestClient client = new TestClient(http, server.url(), List.of()).bearer(server.token());
      Step step = Step.of(run(proxy.url(), server.token()));
      String id = step.await("^(job[^ ]*)  RUNNING");
      step.await("^\\[1\\] ");
      server.kill();
      server.startAgain();
      assertThat(step.end()).as(step.output()).isZero();
      List<String> wanted = new ArrayList<>();
      JsonNode log = client.get("/api/v1/jobs/%s/logs".formatted(id)).json();
      assertThat(log.path("complete").asBoolean()).isTrue();
      for (JsonNode line : log.path("lines")) {
        wanted.add("[%d] %s".formatted(line.path("rank").asInt(), line.path("text").asString()));
      }
      assertThat(step.lines().stream().filter(it -> it.startsWith("["))).isEqualTo(wanted);
      assertThat(proxy.cuts()).isGreaterThan(1);
    } finally {
      server.kill();
    }
  }

  private Process run(String url, String token) throws IOException {
    Files.writeString(folder.resolve("job.json"), job());
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Cli.class.getName(),
                "run",
                "-f",
                "job.json",
                "--follow")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("GPUAAS_URL", url);
    builder.environment().put("GPUAAS_TOKEN", token);
    return builder.start();
  }

  private static String job() {
    return JobBodies.job("followed")
        .replace("\"10m\"", "\"15s\"")
        .replace("\"count\":1", "\"count\":2");
  }
}
