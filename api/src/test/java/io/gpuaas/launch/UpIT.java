package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The launcher as a process of its own, as `./gpuaas` starts it.
class UpIT {
  @TempDir Path folder = Path.of("");
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stopEverything() throws IOException, InterruptedException {
    launch("stop").waitFor();
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void survivesBeingKilledAndKeepsItsAccounts() throws Exception {
    int port = freePort();
    Process first = up(port);
    JsonNode signIn = json(Files.readString(folder.resolve("first-sign-in.json")));
    assertThat(Files.getPosixFilePermissions(folder.resolve("first-sign-in.json")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(signIn.get("url").asString()).isEqualTo("http://127.0.0.1:" + port);
    assertThat(me(signIn)).isEqualTo(200);

    assertThat(exitStatus(launch("up", "--port", "" + freePort()))).isEqualTo(2);
    first.destroyForcibly().waitFor();
    assertThat(status().get("running").asBoolean()).isFalse();

    up(port);
    assertThat(me(signIn)).isEqualTo(200);
    assertThat(status().get("databaseOk").asBoolean()).isTrue();
    assertThat(exitStatus(launch("audit"))).isZero();
    assertThat(exitStatus(launch("stop"))).isZero();
    assertThat(status().get("running").asBoolean()).isFalse();
  }

  /// Returns when it says that it is ready.
  private Process up(int port) throws IOException {
    Process process = launch("up", "--empty", "--port", "" + port);
    started.add(process);
    BufferedReader output = process.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.equals("ready http://127.0.0.1:" + port)) {
        return process;
      }
    }
    throw new AssertionError("It ended before it was ready.");
  }

  private JsonNode status() throws IOException {
    Process process = launch("status", "--format", "json");
    return json(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  private Process launch(String command, String... options) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(Launcher.class.getName(), command, "--data", folder.toString()));
    line.addAll(List.of(options));
    return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static int exitStatus(Process process) throws IOException, InterruptedException {
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  private static int me(JsonNode signIn) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(signIn.get("url").asString() + "/api/v1/me"))
            .header("Authorization", "Bearer " + signIn.get("token").asString())
            .timeout(Duration.ofSeconds(30))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
