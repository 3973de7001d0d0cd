package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  private static final String GOOD =
      """
      apiVersion: gpuaas/v1
      kind: Scenario
      name: good
      flavors: [{name: f}]
      projects: [{name: p, quotas: [{flavor: f, resource: cpu, nominal: 4}]}]
      jobs: [{name: j, project: p, podSets: [{requests: {cpu: 500m}}]}]
      """;
  private static final String GOOD_RESULT =
      "{\"name\":\"good\",\"decisions\":[{\"at\":\"0s\",\"job\":\"j\",\"action\":\"Admit\","
          + "\"podSets\":[{\"name\":\"main\",\"count\":1,\"flavors\":{\"cpu\":\"f\"},"
          + "\"nodes\":{}}],\"borrowed\":{}}],"
          + "\"jobs\":{\"j\":{\"phase\":\"Admitted\",\"startedAt\":\"0s\",\"endedAt\":null,"
          + "\"runs\":1}},"
          + "\"projects\":{\"p\":{\"usage\":{\"f\":{\"cpu\":\"500m\"}},\"borrowed\":{},"
          + "\"available\":{\"f\":{\"cpu\":\"3500m\"}},\"dominantShare\":0}},\"cohorts\":{},"
          + "\"metrics\":{\"gpuAllocation\":null,\"waitP50\":\"0s\",\"waitP95\":\"0s\","
          + "\"makespan\":null,\"preemptions\":0,\"gpuHours\":{\"p\":0.0}}}";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String standardInput, String... arguments) {
    SimulateCommand command =
        new SimulateCommand(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    byte[] input = standardInput.getBytes(StandardCharsets.UTF_8);
    return command.run(List.of(arguments), new ByteArrayInputStream(input));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void printsOneLineForEachDocumentInOrder() {
    assertThat(run(GOOD + "---\n" + GOOD, "--format", "json", "-")).isZero();
    assertThat(lines()).containsExactly(GOOD_RESULT, GOOD_RESULT);
  }

  @Test
  void aBadDocumentDoesNotStopTheOthers() {
    String input = GOOD + "---\nkind: [\n---\n---\n" + GOOD;
    assertThat(run(input, "--format=json", "-")).isEqualTo(2);
    assertThat(lines()).hasSize(4);
    assertThat(lines().getFirst()).isEqualTo(GOOD_RESULT);
    assertThat(lines().get(1)).contains("\"code\":\"SYNTAX\"");
    assertThat(lines().get(2)).contains("\"error\"");
    assertThat(lines().getLast()).isEqualTo(GOOD_RESULT);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void readsFilesInOrderAndNamesThoseItCannotRead(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.yaml"), GOOD);
    assertThat(run("", "--format", "json", folder + "/none.yaml", file.toString())).isEqualTo(2);
    assertThat(lines().getFirst()).contains("NO_SUCH_FILE", "none.yaml");
    assertThat(lines().getLast()).isEqualTo(GOOD_RESULT);
  }

  @Test
  void aWrongCallIsOneSentence() {
    assertThat(run("", "--fromat", "json")).isEqualTo(2);
    assertThat(run("", "--format", "xml", "-")).isEqualTo(2);
    assertThat(run("")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(3);
    assertThat(lines()).isEmpty();
  }

  @Test
  void tellsPeopleWhatHappened() {
    assertThat(run(GOOD, "-")).isZero();
    assertThat(lines()).contains("        0s  admit   j main×1 f");
  }
}
