package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The past of a trace, looked at as any product's.
class KeptReplayIT {
  @TempDir private Path folder = Path.of("");

  @Test
  void whatBecameOfATraceIsThereWhenTheProductComesUp() throws Exception {
    Path trace = Files.createDirectories(folder.resolve("trace"));
    Files.writeString(trace.resolve("vc_nodes.csv"), "vc,nodes\nred,1\nblue,1\n");
    Files.writeString(
        trace.resolve("jobs.csv"),
        """
        job,vc,submit_s,duration_s,gpus
        1,red,0,7200,16
        2,blue,3600,7200,8
        3,red,10000,600,4
        """);
    Path kept = folder.resolve("kept");
    Path report = folder.resolve("report.json");
    String[] words = {"replay", trace.toString(), "--keep", kept.toString()};
    assertThat(Launcher.run(with(words, "--report", report.toString()))).isZero();
    assertThat(Launcher.run(words)).isEqualTo(2);
    JsonNode told = new JsonMapper().readTree(Files.readString(report));
    assertThat(told.path("jobsRun").asInt()).isEqualTo(3);

    try (LaunchedProduct product = new LaunchedProduct(kept)) {
      product.up(LaunchedProduct.freePort());
      JsonNode jobs = product.get("/api/v1/jobs?sort=submittedAt").path("items");
      assertThat(jobs).hasSize(3).allMatch(it -> it.path("phase").asString().equals("SUCCEEDED"));
      Instant last = Instant.parse(jobs.get(2).path("endedAt").asString());
      assertThat(Duration.between(last, Instant.now())).isBetween(days(0), days(3));
      assertThat(product.exitStatus("stop")).isZero();
    }
  }

  private static Duration days(int days) {
    return Duration.ofDays(days);
  }

  private static String[] with(String[] words, String... more) {
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }
}
