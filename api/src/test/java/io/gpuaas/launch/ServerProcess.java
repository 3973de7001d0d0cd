package io.gpuaas.launch;

import io.gpuaas.core.fixtures.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The product in a process of its own, on a given database, so that it can be killed.
public final class ServerProcess {
  private final TestDatabase database;
  private final Path folder;
  private final List<String> options;
  private final int port;
  private Process process;

  /// @param options of the server, for example `--gpuaas.time=virtual`
  public ServerProcess(TestDatabase database, Path folder, List<String> options) {
    this.database = database;
    this.folder = folder;
    this.options = List.copyOf(options);
    this.port = freePort();
    this.process = launch();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            ServerMain.class.getName(),
            folder.resolve("token").toString(),
            "--spring.datasource.url=" + database.url(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--server.port=" + port,
            "--gpuaas.single-process=true"));
    command.addAll(options);
    try {
      Process launched =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(
                  ProcessBuilder.Redirect.appendTo(folder.resolve("server.log").toFile()))
              .start();
      awaitReady(launched);
      return launched;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The server creates a file when it answers; until then its end would be the only other news.
  private void awaitReady(Process launched) throws IOException {
    Path ready = folder.resolve("token.ready");
    while (!Files.exists(ready)) {
      try {
        if (launched.waitFor(50, java.util.concurrent.TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException(
              "The server ended: " + Files.readString(folder.resolve("server.log")));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    Files.delete(ready);
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  public String token() throws IOException {
    return Files.readString(folder.resolve("token"));
  }

  /// As `kill -9` does.
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /// A broken connection may be seen a moment before the end of the process that broke it.
  public void awaitDeath(IOException cause) {
    try {
      process.onExit().get(30, java.util.concurrent.TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("The server lives but does not answer.", cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public void startAgain() {
    process = launch();
  }
}
