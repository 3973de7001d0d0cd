package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  @TempDir Path folder = Path.of("");

  /// What one command line led to.
  record Outcome(int status, String output, String error) {}

  @Test
  void refusesABusyPortInOneSentence() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Outcome outcome = run("up", "--data", data(), "--port", "" + taken.getLocalPort());

      assertThat(outcome)
          .isEqualTo(
              refusal(
                  "Port %d is busy: stop what listens there, or choose another with --port."
                      .formatted(taken.getLocalPort())));
      assertThat(folder.resolve("data/postgres")).doesNotExist();
    }
  }

  @Test
  void everyCommandTellsItsOptions() {
    Outcome up = run("up", "--help");
    assertThat(up.status()).isZero();
    assertThat(up.output()).startsWith("Usage: gpuaas up").contains("--port", "--testbed");
    for (String command :
        List.of("up", "status", "stop", "reset", "replay", "audit", "snapshot", "bench")) {
      assertThat(run(command, "-h").output())
          .startsWith("Usage: gpuaas " + command)
          .containsPattern("Examples?:\\s+gpuaas " + command);
    }
  }

  @Test
  void refusesAFolderThatAnotherInstanceHolds() {
    try (DataFolder.Lock _ = DataFolder.of(Path.of(data())).lock()) {
      assertThat(run("up", "--data", data()).error()).contains("is in use by another gpuaas");
      assertThat(run("reset", "--yes", "--data", data()).status()).isEqualTo(2);
    }
  }

  @Test
  void refusesPortsAndSpeedsThatCannotBe() {
    assertThat(run("up", "--data", data(), "--port", "70000"))
        .isEqualTo(refusal("The port (70000) must be from 1 to 65535."));
    assertThat(run("up", "--data", data(), "--speed", "-1"))
        .isEqualTo(refusal("The speed (-1.0) must be above 0 and at most 100000."));
  }

  @Test
  void refusesDatabasesThatDoNotAnswerWithoutShowingThePassword() throws IOException {
    Outcome outcome = run("up", "--data", data(), "--database", closedDatabase());

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.error()).contains("check address, user and password").doesNotContain("s3cr");
  }

  @Test
  void refusesUnknownOptions() {
    assertThat(run("up", "--prot", "1").status()).isEqualTo(2);
  }

  @Test
  void saysThatNothingRuns() {
    assertThat(run("status", "--data", data(), "--format", "json"))
        .isEqualTo(
            new Outcome(
                0,
                """
                {"running":false,"url":null,"leader":false,"databaseOk":false,"clusters":[]}
                """,
                ""));
    assertThat(run("stop", "--data", data())).isEqualTo(new Outcome(0, "not running\n", ""));
  }

  @Test
  void resetsOnlyFoldersOfOurOwn() throws IOException {
    Path stranger = Files.createDirectories(folder.resolve("stranger"));
    Files.writeString(stranger.resolve("letter.txt"), "Dear all");

    assertThat(run("reset", "--yes", "--data", stranger.toString()).status()).isEqualTo(2);
    assertThat(stranger.resolve("letter.txt")).exists();
  }

  @Test
  void resetDeletesTheWholeFolder() {
    DataFolder.of(Path.of(data())).lock().close();

    assertThat(run("reset", "--yes", "--data", data()).status()).isZero();
    assertThat(Path.of(data())).doesNotExist();
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private static String closedDatabase() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "jdbc:postgresql://127.0.0.1:%d/x?user=u&password=s3cr"
          .formatted(socket.getLocalPort());
    }
  }

  private static Outcome refusal(String sentence) {
    return new Outcome(2, "", "gpuaas: " + sentence + "\n");
  }

  private static Outcome run(String... args) {
    PrintStream output = System.out;
    PrintStream error = System.err;
    ByteArrayOutputStream newOutput = new ByteArrayOutputStream();
    ByteArrayOutputStream newError = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(newOutput, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(newError, true, StandardCharsets.UTF_8));
      int status = Launcher.run(args);
      return new Outcome(
          status,
          newOutput.toString(StandardCharsets.UTF_8),
          newError.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(output);
      System.setErr(error);
    }
  }
}
