package io.gpuaas.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The launcher as a process of its own on one data folder, as `./gpuaas` starts it, and its REST
/// interface as its first person calls it.
final class LaunchedProduct implements AutoCloseable {
  private final Path folder;
  private final List<String> jvmOptions;
  private final SortedMap<String, String> environment = new TreeMap<>();
  private final List<Process> started = new ArrayList<>();
  private HttpClient http = HttpClient.newHttpClient();

  LaunchedProduct(Path folder, String... jvmOptions) {
    this.folder = folder;
    this.jvmOptions = List.of(jvmOptions);
  }

  /// A variable of what is launched from now on.
  LaunchedProduct with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /// From now on it is known by its certificate.
  LaunchedProduct over(Tls tls) {
    http.close();
    http = HttpClient.newBuilder().sslContext(tls.client()).build();
    return this;
  }

  /// Returns when it says that it is ready.
  Process up(int port, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("--port", Integer.toString(port)));
    all.addAll(List.of(options));
    Process process = launch("up", all.toArray(String[]::new));
    BufferedReader output = process.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.matches("ready https?://127[.]0[.]0[.]1:" + port)) {
        return process;
      }
    }
    throw new AssertionError("It ended before it was ready: " + Files.readString(said()));
  }

  Process launch(String command, String... options) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(jvmOptions);
    line.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(Launcher.class.getName(), command, "--data", folder.toString()));
    line.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.appendTo(said().toFile()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  /// Where all that was launched wrote its standard error.
  Path said() {
    return folder.resolve("said.log");
  }

  int exitStatus(String command, String... options) throws IOException, InterruptedException {
    Process process = launch(command, options);
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  JsonNode status() throws IOException {
    Process process = launch("status", "--format", "json");
    return json(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  JsonNode firstSignIn() throws IOException {
    return json(Files.readString(folder.resolve("first-sign-in.json")));
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return answer("GET", path, null);
  }

  JsonNode post(String path, String body) throws IOException, InterruptedException {
    return answer("POST", path, body);
  }

  /// Creates what is not there.
  JsonNode create(String path, String body) throws IOException, InterruptedException {
    return answer("PUT", path, body, "If-None-Match", "*");
  }

  /// Replaces what is there in this version.
  JsonNode replace(String path, long version, String body)
      throws IOException, InterruptedException {
    return answer("PUT", path, body, "If-Match", "\"%d\"".formatted(version));
  }

  private JsonNode answer(String method, String path, @Nullable String body, String... headers)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send(method, path, body, headers);
    if (answer.statusCode() >= 300) {
      throw new AssertionError("%s %s: %s".formatted(method, path, answer.body()));
    }
    return json(answer.body());
  }

  /// @param headers names and values by turns
  HttpResponse<String> send(String method, String path, @Nullable String body, String... headers)
      throws IOException, InterruptedException {
    JsonNode signIn = firstSignIn();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(signIn.get("url").asString() + path))
            .header("Authorization", "Bearer " + signIn.get("token").asString())
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(90))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Ends whatever still runs on the folder.
  @Override
  public void close() throws IOException {
    try {
      exitStatus("stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      started.forEach(Process::destroyForcibly);
      http.close();
    }
  }
}
