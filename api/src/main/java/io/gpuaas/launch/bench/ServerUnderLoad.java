package io.gpuaas.launch.bench;

import io.gpuaas.launch.LaunchFault;
import io.gpuaas.launch.postgres.FolderTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `gpuaas up --empty` in a process of its own: real time, real disk, a heap of 672 MiB. Only the
/// number of requests and streams of one caller is raised, as all load comes from one.
final class ServerUnderLoad implements AutoCloseable {
  private static final Map<String, String> UNLIMITED =
      Map.of(
          "GPUAAS_RATELIMIT_READPERMINUTE", "10000000",
          "GPUAAS_RATELIMIT_WRITEPERMINUTE", "10000000",
          "GPUAAS_RATELIMIT_STREAMPERMINUTE", "10000000",
          "GPUAAS_RATELIMIT_SUBMITPERMINUTE", "10000000",
          "GPUAAS_RATELIMIT_OPENSTREAMS", "10000000");

  private final Path folder;
  private final Process process;
  private final String url;
  private final String token;

  private ServerUnderLoad(Path folder, Process process, String url, String token) {
    this.folder = folder;
    this.process = process;
    this.url = url;
    this.token = token;
  }

  /// Returns when it answers. Its data lie in a temporary folder, which goes when it is closed.
  static ServerUnderLoad start() throws IOException {
    Path folder = Files.createTempDirectory("gpuaas-bench-");
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.of(
                    List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                    List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"),
                    List.of("-XX:+ExitOnOutOfMemoryError"),
                    List.of("-Xmx672m", "-Duser.timezone=UTC", "-jar"),
                    List.of(System.getProperty("java.class.path"), "up", "--empty"),
                    List.of(
                        "--port", Integer.toString(freePort()), "--data", data(folder).toString()))
                .flatMap(List::stream)
                .toList());
    builder.environment().putAll(UNLIMITED);
    builder.redirectError(folder.resolve("said.log").toFile());
    Process process = builder.start();
    String url = awaitReady(process);
    JsonNode first =
        JsonMapper.shared().readTree(Files.readString(data(folder).resolve("first-sign-in.json")));
    return new ServerUnderLoad(folder, process, url, first.path("token").asString());
  }

  private static Path data(Path folder) {
    return folder.resolve("data");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static String awaitReady(Process process) throws IOException {
    BufferedReader said = process.inputReader();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith("ready ")) {
        return line.substring("ready ".length());
      }
    }
    throw new LaunchFault("The product ended before it was ready: try ./gpuaas up --empty.");
  }

  String url() {
    return url;
  }

  String token() {
    return token;
  }

  /// Resident memory of the product's process, without its database; 0 where the system does not
  /// tell.
  long residentMiB() {
    try {
      return Resident.ofMiB(process.pid());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    process.onExit().join();
    FolderTree.delete(folder);
  }
}
