package io.gpuaas.launch.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseIT {
  @TempDir Path folder = Path.of("");

  @Test
  void keepsWhatWasCommittedOverARestart() throws SQLException {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      execute(database, "CREATE TABLE kept AS SELECT 42 AS answer");
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(query(database, "SELECT answer FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void stopsAServerThatAKilledInstanceLeftBehind() throws SQLException, IOException {
    EmbeddedDatabase leftBehind = EmbeddedDatabase.start(folder);
    execute(leftBehind, "CREATE TABLE kept AS SELECT 42 AS answer");
    ProcessHandle server = postmaster();

    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(server.onExit()).succeedsWithin(Duration.ofSeconds(10));
      assertThat(query(database, "SELECT answer FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void recoversAfterItsServerWasKilled() throws SQLException, IOException {
    EmbeddedDatabase killed = EmbeddedDatabase.start(folder);
    execute(killed, "CREATE TABLE kept AS SELECT 42 AS answer");
    ProcessHandle server = postmaster();
    server.destroyForcibly();
    server.onExit().join();

    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(query(database, "SELECT answer FROM kept")).isEqualTo("42");
    }
  }

  /// After a restart of the machine the number in a stale `postmaster.pid` may be anybody's.
  @Test
  void leavesAloneAStrangerWithTheNumberOfADeadServer() throws IOException, SQLException {
    EmbeddedDatabase.start(folder).close();
    Process stranger = new ProcessBuilder("cat").start();
    Path pidFile = folder.resolve("postgres/postmaster.pid");
    Files.write(pidFile, List.of(Long.toString(stranger.pid()), folder.toString()));

    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(query(database, "SELECT 1")).isEqualTo("1");
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroy();
    }
  }

  @Test
  void isDurableAndForLocalOwnersOfThePasswordOnly() throws SQLException, IOException {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      assertThat(query(database, "SHOW fsync")).isEqualTo("on");
      assertThat(query(database, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(query(database, "SHOW unix_socket_directories")).isEmpty();
      assertThatThrownBy(
              () -> DriverManager.getConnection(database.url(), database.user(), "guess"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
      assertThat(Files.getPosixFilePermissions(folder.resolve("postgres-password")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  private ProcessHandle postmaster() throws IOException {
    String pid = Files.readAllLines(folder.resolve("postgres/postmaster.pid")).getFirst();
    return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
  }

  private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(EmbeddedDatabase database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static Connection connect(EmbeddedDatabase database) throws SQLException {
    return DriverManager.getConnection(database.url(), database.user(), database.password());
  }
}
