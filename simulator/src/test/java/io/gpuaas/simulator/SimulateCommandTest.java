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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  void namesWhatCannotBeReadAsText(@TempDir Path folder) throws IOException {
    Path latin1 = Files.write(folder.resolve("latin1.yaml"), new byte[] {'a', ':', (byte) 0xe4});
    assertThat(run("", "--format=json", folder.toString(), latin1.toString(), "no\0file"))
        .isEqualTo(2);
    assertThat(lines()).hasSize(3).allMatch(line -> line.contains("\"code\":\"UNREADABLE\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fromat json   | gpuaas simulate does not know --fromat; see gpuaas simulate --help.",
        "-x a.yaml       | gpuaas simulate does not know -x; see gpuaas simulate --help.",
        "a.yaml --format | gpuaas simulate does not know --format; see gpuaas simulate --help.",
        "--format xml -  | --format (xml) must be text or json.",
        "--format= -     | --format () must be text or json.",
        "--format json   | gpuaas simulate needs a scenario file, or - for standard input; see"
            + " --help."
      })
  void aWrongCallIsOneSentence(String call, String sentence) {
    assertThat(run("", call.split(" "))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(sentence + System.lineSeparator());
    assertThat(lines()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-h", "--help", "--help --format json none.yaml"})
  void saysHowItIsCalled(String call) {
    assertThat(run("", call.split(" "))).isZero();
    assertThat(lines()).first().asString().startsWith("Usage: gpuaas simulate ");
    assertThat(lines())
        .anySatisfy(line -> assertThat(line).startsWith("Example: gpuaas simulate "));
  }

  @Test
  void tellsPeopleWhatHappened() {
    assertThat(run(GOOD, "-")).isZero();
    assertThat(lines()).contains("        0s  admit   j main×1 f");
  }
}
