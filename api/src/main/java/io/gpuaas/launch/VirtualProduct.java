package io.gpuaas.launch;

import io.gpuaas.api.FirstSignIn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;

/// A fresh, empty product on virtual time in a temporary folder, which goes when it is closed. As
/// it never outlives a power cut, its database does not wait for the disk.
public final class VirtualProduct implements AutoCloseable {
  private final Path folder;
  private final Database database;
  private final ConfigurableApplicationContext application;
  private final String url;
  private final String token;

  private VirtualProduct(
      Path folder,
      Database database,
      ConfigurableApplicationContext application,
      String url,
      String token) {
    this.folder = folder;
    this.database = database;
    this.application = application;
    this.url = url;
    this.token = token;
  }

  /// Starts it with its clock at `start`.
  public static VirtualProduct start(Instant start) {
    try {
      Path folder = Files.createTempDirectory("gpuaas-virtual");
      DataFolder data = DataFolder.of(folder.resolve("data"));
      Files.createDirectories(data.path());
      Progress.say("starting a fresh product on virtual time");
      Database database = Database.embedded(data);
      int port = freePort();
      ConfigurableApplicationContext application =
          Application.start(data, database.withoutWaitingForTheDisk(), settings(port, start));
      FirstSignIn.Credentials first = application.getBean(FirstSignIn.class).create().orElseThrow();
      return new VirtualProduct(
          folder, database, application, "http://127.0.0.1:" + port, first.token());
    } catch (IOException e) {
      throw new LaunchFault("No temporary folder can be made: check the disk.", e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static List<String> settings(int port, Instant start) {
    return List.of(
        "--server.address=127.0.0.1",
        "--server.port=" + port,
        "--gpuaas.time=virtual",
        "--gpuaas.virtual-start=" + start);
  }

  public String url() {
    return url;
  }

  /// A token with all rights.
  public String token() {
    return token;
  }

  @Override
  public void close() {
    application.close();
    database.close();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
