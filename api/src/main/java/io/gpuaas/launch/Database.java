package io.gpuaas.launch;

import io.gpuaas.launch.postgres.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL that the product is started on.
///
/// @param user null when `url` names it
/// @param password null when `url` names it
/// @param isOurs whether it serves this process alone
/// @param stop what ends it together with the product
public record Database(
    String url, @Nullable String user, @Nullable String password, boolean isOurs, Runnable stop)
    implements AutoCloseable {
  private static final int OLDEST_MAJOR = 15;
  private static final String OUR_SCHEMA = "quota";

  /// A server of our own in the data folder. One that was left half filled is made anew.
  static Database embedded(DataFolder folder) {
    if (folder.isUnfinished()) {
      EmbeddedDatabase.forget(folder.path());
      folder.markFinished();
    }
    EmbeddedDatabase server = EmbeddedDatabase.start(folder.path());
    return new Database(server.url(), server.user(), server.password(), true, server::close);
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
            false,
            () -> {});
    database.requireAnswer();
    return database;
  }

  @Override
  public void close() {
    stop.run();
  }

  /// Whether the product was never started on it.
  boolean isEmpty() {
    try (Connection connection = connect();
        ResultSet schemas = connection.getMetaData().getSchemas(null, OUR_SCHEMA)) {
      return !schemas.next();
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /// The same database for work that can be done again: a commit is not on the disk at once.
  Database withoutWaitingForTheDisk() {
    String separator = url.contains("?") ? "&" : "?";
    String faster = url + separator + "options=-c%20synchronous_commit=off";
    return new Database(faster, user, password, isOurs, () -> {});
  }

  private void requireAnswer() {
    try (Connection connection = connect()) {
      int major = connection.getMetaData().getDatabaseMajorVersion();
      if (major < OLDEST_MAJOR) {
        throw new LaunchFault(
            "PostgreSQL %d is too old: give a server of version %d or newer."
                .formatted(major, OLDEST_MAJOR));
      }
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  private Connection connect() throws SQLException {
    Properties login = new Properties();
    if (user != null) {
      login.setProperty("user", user);
    }
    if (password != null) {
      login.setProperty("password", password);
    }
    return DriverManager.getConnection(url, login);
  }

  private LaunchFault refused(SQLException fault) {
    return new LaunchFault(
        "The database %s does not let us in (%s): check address, user and password."
            .formatted(withoutSecrets(url), fault.getMessage()),
        fault);
  }

  private static String withoutSecrets(String url) {
    return url.replaceAll("\\?.*$", "");
  }
}
