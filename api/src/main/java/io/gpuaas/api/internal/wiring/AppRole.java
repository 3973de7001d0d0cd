package io.gpuaas.api.internal.wiring;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// The database role in which the product works, so that the database itself denies what is never
/// to happen: changing or deleting anything of the books. Tables belong to the user of the
/// connection, who migrates; without the role, which the launcher makes, all is done as that user,
/// and only the tables' own guards are left.
final class AppRole {
  /// Also known to `Database` of the launcher, which makes the role and takes it on.
  private static final String NAME = "gpuaas_app";

  /// Tables with one of these triggers are append-only, and so are their partitions.
  private static final String GUARDED =
      """
      select distinct quote_ident(n.nspname) || '.' || quote_ident(c.relname)
        from pg_trigger t
        join pg_class c on c.oid = t.tgrelid
        join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = ? and t.tgname like '%append_only'
      """;

  /// Of schemas in which not everything may be deleted, the tables of which rows go: runs that hold
  /// GPUs no more, and limits that are taken back. Sums and holds are rebuilt by who owns them.
  private static final Map<String, List<String>> DELETED =
      Map.of("accounting", List.of("open_run", "cost_limit"));

  private AppRole() {}

  /// Connections of the user who owns the tables: not those of the pool, which work in the role.
  static DataSource owner(DataSource pool) {
    if (!(pool instanceof HikariDataSource known)) {
      return pool;
    }
    DriverManagerDataSource owner = new DriverManagerDataSource(known.getJdbcUrl());
    // Both may stand in the address instead.
    if (known.getUsername() != null) {
      owner.setUsername(known.getUsername());
    }
    if (known.getPassword() != null) {
      owner.setPassword(known.getPassword());
    }
    return owner;
  }

  /// Lets the role read and write in `schema`, but change its append-only tables, and delete only
  /// where rows go.
  static void grant(DataSource owner, String schema) {
    try (Connection connection = owner.getConnection();
        Statement statement = connection.createStatement()) {
      if (exists(connection)) {
        for (String what :
            new String[] {
              "usage on schema %s",
              "select, insert, update on all tables in schema %s",
              "all on all sequences in schema %s",
              "execute on all routines in schema %s"
            }) {
          statement.execute("grant %s to %s".formatted(what.formatted(schema), NAME));
        }
        letDelete(statement, schema);
        deny(connection, statement, schema);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The rights of the role " + NAME + " were not given.", e);
    }
  }

  private static void letDelete(Statement statement, String schema) throws SQLException {
    List<String> tables = DELETED.get(schema);
    if (tables == null) {
      statement.execute("grant delete on all tables in schema %s to %s".formatted(schema, NAME));
      return;
    }
    // An earlier version may have given more.
    statement.execute("revoke delete on all tables in schema %s from %s".formatted(schema, NAME));
    for (String table : tables) {
      statement.execute("grant delete on %s.%s to %s".formatted(schema, table, NAME));
    }
  }

  private static boolean exists(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select 1 from pg_roles where rolname = ?")) {
      query.setString(1, NAME);
      try (ResultSet found = query.executeQuery()) {
        return found.next();
      }
    }
  }

  private static void deny(Connection connection, Statement statement, String schema)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(GUARDED)) {
      query.setString(1, schema);
      try (ResultSet tables = query.executeQuery()) {
        while (tables.next()) {
          statement.execute(
              "revoke update, delete on %s from %s".formatted(tables.getString(1), NAME));
        }
      }
    }
  }
}
