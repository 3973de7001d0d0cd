package io.gpuaas.launch;

import io.gpuaas.launch.postgres.EmbeddedDatabase;
import io.gpuaas.launch.postgres.FolderTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// As [VirtualProduct], in a process of its own, so that it can be killed and started again.
public final class VirtualProcess implements AutoCloseable {
  static final String READY = "ready";
  private static final int DYING_SECONDS = 30;

  private final DataFolder data;
  private final @Nullable Path temporary;
  private final Instant start;
  private final int port;
  private final String token;
  private volatile Process process;
  private volatile boolean killed;

  private VirtualProcess(DataFolder data, @Nullable Path temporary, Instant start)
      throws IOException {
    this.data = data;
    this.temporary = temporary;
    this.start = start;
    this.port = VirtualProduct.freePort();
    this.process = launch();
    this.token =
        JsonMapper.shared()
            .readValue(data.firstSignIn().toFile(), SignInFiles.SignIn.class)
            .token();
  }

  /// Starts it with its clock at `start`.
  ///
  /// @param kept a folder that is not there yet, for a later `gpuaas up --data`; null for none
  public static VirtualProcess start(Instant start, @Nullable Path kept) {
    try {
      Path temporary = kept == null ? Files.createTempDirectory("gpuaas-virtual") : null;
      Progress.say("starting a fresh product on virtual time");
      return new VirtualProcess(VirtualProduct.folder(kept, temporary), temporary, start);
    } catch (IOException e) {
      throw new LaunchFault("No folder can be made: check the disk.", e);
    }
  }

  private Process launch() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    // It may not live long enough for the better compiler.
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Launcher.class.getName(), "virtual"));
    command.addAll(List.of("--data", data.path().toString()));
    command.addAll(List.of("--port", Integer.toString(port), "--start", start.toString()));
    try {
      Process launched =
          new ProcessBuilder(command)
              .redirectError(
                  ProcessBuilder.Redirect.appendTo(data.path().resolve("said.log").toFile()))
              .start();
      BufferedReader said = launched.inputReader();
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.equals(READY)) {
          return launched;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new LaunchFault("The product did not start: read %s.".formatted(data.log()));
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /// A token with all rights.
  public String token() {
    return token;
  }

  /// As `kill -9` does; returns when it is dead.
  public void kill() {
    killed = true;
    process.destroyForcibly().onExit().join();
  }

  /// Starts it again after a [#kill()] that broke a connection, which may be seen a moment before
  /// the end of the process.
  ///
  /// @throws LaunchFault when nobody has killed it
  public void startAgain(IOException cause) {
    try {
      process.onExit().get(DYING_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new LaunchFault("The product lives but does not answer.", cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("The replay was interrupted.", e);
    }
    if (!killed) {
      throw new LaunchFault("The product ended: read %s.".formatted(data.log()), cause);
    }
    killed = false;
    process = launch();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.onExit().join();
      EmbeddedDatabase.stopLeftBehind(data.path());
      if (temporary != null) {
        FolderTree.delete(temporary);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
