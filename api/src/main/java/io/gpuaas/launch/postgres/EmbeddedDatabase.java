package io.gpuaas.launch.postgres;

import io.gpuaas.launch.LaunchFault;
import io.gpuaas.launch.PrivateFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/// A PostgreSQL server of our own, on a folder of ours: durable (`fsync` on), on the loopback
/// address only, on a free port, with a password that was drawn when the folder was made.
///
/// It runs as a process beside this one and outlives it when this one is killed. The next [#start]
/// on the folder therefore first stops a server that was left behind. The caller makes sure that no
/// other live process uses the folder.
///
/// PostgreSQL refuses to run as root; a root caller's server runs in a user namespace of its own,
/// in which it is nobody in particular.
public final class EmbeddedDatabase implements AutoCloseable {
  static final String USER = "gpuaas";
  private static final String VERSION = "17.6.0";
  private static final int PASSWORD_BYTES = 24;

  private final PostgresControl control;
  private final String url;
  private final String password;

  private EmbeddedDatabase(PostgresControl control, String url, String password) {
    this.control = control;
    this.url = url;
    this.password = password;
  }

  /// Starts the server on `folder`, with a new empty database if there is none yet, and returns
  /// when it takes connections.
  ///
  /// @throws LaunchFault when the server cannot be had here
  public static EmbeddedDatabase start(Path folder) {
    PostgresPrograms programs = PostgresPrograms.unpackedIn(programs(folder));
    PostgresControl control = new PostgresControl(programs, data(folder));
    Path passwordFile = folder.resolve("postgres-password");
    if (!Files.exists(control.data())) {
      PrivateFile.write(passwordFile, newPassword());
      create(programs, control.data(), passwordFile);
    }
    control.stopLeftBehind();
    int port = freePort();
    control.start(port);
    String url = "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
    return new EmbeddedDatabase(control, url, read(passwordFile));
  }

  /// Stops a server that a killed instance left on `folder`; none is fine.
  public static void stopLeftBehind(Path folder) {
    if (Files.exists(programs(folder))) {
      new PostgresControl(new PostgresPrograms(programs(folder)), data(folder)).stopLeftBehind();
    }
  }

  /// Deletes the database of `folder` with all that is in it; a server left behind is stopped.
  public static void forget(Path folder) {
    stopLeftBehind(folder);
    try {
      FolderTree.delete(data(folder));
    } catch (IOException e) {
      throw new LaunchFault(
          "The database folder %s could not be deleted: delete it.".formatted(data(folder)), e);
    }
  }

  /// JDBC address of the one database.
  public String url() {
    return url;
  }

  public String user() {
    return USER;
  }

  public String password() {
    return password;
  }

  /// Stops the server: open transactions are rolled back, everything committed is kept.
  @Override
  public void close() {
    control.stop();
  }

  /// Made beside its place and then moved there, so that a half-made one is never taken for whole.
  private static void create(PostgresPrograms programs, Path data, Path passwordFile) {
    Path draft = data.resolveSibling(data.getFileName() + ".draft");
    try {
      FolderTree.delete(draft);
      new PostgresControl(programs, draft).create(USER, passwordFile);
      Files.move(draft, data, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LaunchFault(
          "The database folder %s could not be made: check free space and permissions."
              .formatted(data),
          e);
    }
  }

  private static Path programs(Path folder) {
    return folder.resolve("postgres-" + VERSION);
  }

  private static Path data(Path folder) {
    return folder.resolve("postgres");
  }

  private static String newPassword() {
    byte[] drawn = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }

  private static String read(Path passwordFile) {
    try {
      return Files.readString(passwordFile);
    } catch (IOException e) {
      throw new LaunchFault(
          "The password file %s is missing: restore it, or start anew with `gpuaas reset`."
              .formatted(passwordFile),
          e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new LaunchFault("No free port for PostgreSQL on the loopback address.", e);
    }
  }

  /// Settings that are written into a new database folder, in PostgreSQL's own words.
  static List<String> settings() {
    return List.of(
        "listen_addresses = '127.0.0.1'",
        "unix_socket_directories = ''",
        "fsync = on",
        "max_connections = 60",
        "shared_buffers = 256MB",
        // Compiling a report's query takes longer than answering it.
        "jit = off",
        "max_wal_size = 2GB",
        "log_min_messages = warning",
        "log_timezone = 'UTC'",
        "timezone = 'UTC'");
  }
}
