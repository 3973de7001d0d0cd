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
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;

/// A fresh, empty product on virtual time in a temporary folder, which goes when it is closed, or
/// in one that is kept. As it never outlives a power cut, its database does not wait for the disk.
public final class VirtualProduct implements AutoCloseable {
  private final @Nullable Path temporary;
  private final Database database;
  private final ConfigurableApplicationContext application;
  private final String url;
  private final String token;

  private VirtualProduct(
      @Nullable Path temporary,
      Database database,
      ConfigurableApplicationContext application,
      String url,
      String token) {
    this.temporary = temporary;
    this.database = database;
    this.application = application;
    this.url = url;
    this.token = token;
  }

  /// Starts it with its clock at `start`.
  public static VirtualProduct start(Instant start) {
    return start(start, null);
  }

  /// Starts it with its clock at `start`.
  ///
  /// @param kept a folder that is not there yet, for a later `gpuaas up --data`; null for none
  public static VirtualProduct start(Instant start, @Nullable Path kept) {
    try {
      Path temporary = kept == null ? Files.createTempDirectory("gpuaas-virtual") : null;
      DataFolder data = folder(kept, temporary);
      Progress.say("starting a fresh product on virtual time");
      Database database = Database.embedded(data);
      int port = freePort();
      ConfigurableApplicationContext application =
          Application.start(data, database.withoutWaitingForTheDisk(), settings(port, start));
      FirstSignIn.Credentials first = application.getBean(FirstSignIn.class).create().orElseThrow();
      String url = "http://127.0.0.1:" + port;
      if (kept != null) {
        SignInFiles.write(first, data, url);
      }
      return new VirtualProduct(temporary, database, application, url, first.token());
    } catch (IOException e) {
      throw new LaunchFault("No folder can be made: check the disk.", e);
    }
  }

  static DataFolder folder(@Nullable Path kept, @Nullable Path temporary) throws IOException {
    if (kept != null && Files.exists(kept)) {
      throw new LaunchFault("The folder %s is there already: name another.".formatted(kept));
    }
    DataFolder data =
        DataFolder.of(kept != null ? kept : Objects.requireNonNull(temporary).resolve("data"));
    Files.createDirectories(data.path());
    return data;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  static List<String> settings(int port, Instant start) {
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
    if (temporary == null) {
      return;
    }
    try (Stream<Path> all = Files.walk(temporary)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
