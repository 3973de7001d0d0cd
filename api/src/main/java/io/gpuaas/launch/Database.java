package io.gpuaas.launch;

import io.gpuaas.launch.postgres.EmbeddedDatabase;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final String NOT_ALLOWED = "42501";
  private static final String OUR_SCHEMA = "quota";

  /// Taken out of an address, since drivers and logs tell addresses.
  private static final Pattern PASSWORD =
      Pattern.compile("(?<before>[?&])password=(?<value>[^&]*)&?");

  /// See `AppRole` of the wiring, which says what it may do.
  private static final String ROLE = "gpuaas_app";

  /// Another database of the same server may have made it, just now even.
  private static final String CREATE_ROLE =
      """
      do $$ begin
        create role %s nologin;
      exception when duplicate_object then null;
      end $$
      """
          .formatted(ROLE);

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
  /// `GPUAAS_DATABASE_USER` and `GPUAAS_DATABASE_PASSWORD`, which other users of the machine cannot
  /// read.
  ///
  /// @throws LaunchFault when it does not answer, or is too old
  static Database existing(String url, Map<String, String> environment) {
    if (!url.startsWith("jdbc:postgresql:") || url.matches("[^?]*@.*")) {
      throw new LaunchFault(
          ("The database address (%s) must look like jdbc:postgresql://HOST:PORT/NAME, with"
                  + " GPUAAS_DATABASE_USER and GPUAAS_DATABASE_PASSWORD in the environment.")
              .formatted(withoutSecrets(url)));
    }
    Matcher inAddress = PASSWORD.matcher(url);
    String password =
        inAddress.find()
            ? decoded(inAddress.group("value"))
            : environment.get("GPUAAS_DATABASE_PASSWORD");
    Database database =
        new Database(
            inAddress.replaceFirst("${before}"),
            environment.get("GPUAAS_DATABASE_USER"),
            password,
            false,
            () -> {});
    database.requireAnswer();
    return database;
  }

  /// A fault of the decoder would tell it.
  private static String decoded(String password) {
    try {
      return URLDecoder.decode(password, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return password;
    }
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

  /// Whether there is a role for the product to work in, other than the user who owns the tables;
  /// makes it where that user may. The role cannot sign in by itself.
  boolean hasRole() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      if (!mayTakeRole(statement)) {
        statement.execute(CREATE_ROLE);
        statement.execute("grant " + ROLE + " to current_user");
      }
      return true;
    } catch (SQLException e) {
      if (NOT_ALLOWED.equals(e.getSQLState())) {
        Progress.say("the database user may make no role: the books are guarded by triggers alone");
        return false;
      }
      throw refused(e);
    }
  }

  private static boolean mayTakeRole(Statement statement) throws SQLException {
    String query =
        "select pg_has_role(oid, 'member') from pg_roles where rolname = '%s'".formatted(ROLE);
    try (ResultSet found = statement.executeQuery(query)) {
      return found.next() && found.getBoolean(1);
    }
  }

  /// What each connection of the product begins with.
  static String takeRole() {
    return "set role " + ROLE;
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
            .formatted(
                withoutSecrets(url),
                Objects.toString(fault.getMessage()).replace(url, withoutSecrets(url))),
        fault);
  }

  private static String withoutSecrets(String url) {
    return url.replaceAll("\\?.*$", "").replaceAll("//.*@", "//…@");
  }
}
