package io.gpuaas.launch;

import io.gpuaas.launch.postgres.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL that the product is started on.
///
/// @param user null when `url` names it
/// @param password null when `url` names it
/// @param stop what ends it together with the product
public record Database(String url, @Nullable String user, @Nullable String password, Runnable stop)
    implements AutoCloseable {
  private static final int OLDEST_MAJOR = 15;

  /// A server of our own in the data folder.
  static Database embedded(DataFolder folder) {
    EmbeddedDatabase server = EmbeddedDatabase.start(folder.path());
    return new Database(server.url(), server.user(), server.password(), server::close);
  }

  /// An existing server. User and password stand in the address, or in the environment as
  /// `GPUAAS_DATABASE_USER` and `GPUAAS_DATABASE_PASSWORD`.
  ///
  /// @throws LaunchFault when it does not answer, or is too old
  static Database existing(String url, Map<String, String> environment) {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new LaunchFault(
          "The database address (%s) must look like jdbc:postgresql://HOST:PORT/NAME."
              .formatted(withoutSecrets(url)));
    }
    Database database =
        new Database(
            url,
            environment.get("GPUAAS_DATABASE_USER"),
            environment.get("GPUAAS_DATABASE_PASSWORD"),
            () -> {});
    database.requireAnswer();
    return database;
  }

  @Override
  public void close() {
    stop.run();
  }

  private void requireAnswer() {
    Properties login = new Properties();
    if (user != null) {
      login.setProperty("user", user);
    }
    if (password != null) {
      login.setProperty("password", password);
    }
    try (Connection connection = DriverManager.getConnection(url, login)) {
      int major = connection.getMetaData().getDatabaseMajorVersion();
      if (major < OLDEST_MAJOR) {
        throw new LaunchFault(
            "PostgreSQL %d is too old: give a server of version %d or newer."
                .formatted(major, OLDEST_MAJOR));
      }
    } catch (SQLException e) {
      throw new LaunchFault(
          "The database %s does not let us in (%s): check address, user and password."
              .formatted(withoutSecrets(url), e.getMessage()),
          e);
    }
  }

  private static String withoutSecrets(String url) {
    return url.replaceAll("\\?.*$", "");
  }
}
