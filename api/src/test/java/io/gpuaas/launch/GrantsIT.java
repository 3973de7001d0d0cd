package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.api.FirstSignIn;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.launch.sample.SampleHistory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The product works in a role to which the database denies changes of the books, whatever the
/// tables' own guards say.
class GrantsIT {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  @TempDir Path folder;

  @Test
  void theDatabaseDeniesChangesOfTheBooks() throws SQLException {
    TestDatabase test = TestDatabase.create();
    Database database = new Database(test.url(), test.user(), test.password(), false, () -> {});
    List<String> settings =
        List.of("--server.port=0", "--gpuaas.time=virtual", "--gpuaas.virtual-start=" + START);
    // A second start finds the role, and all that it may and may not.
    for (int start = 0; start < 2; start++) {
      try (ConfigurableApplicationContext product =
          Application.start(DataFolder.of(folder), database, settings)) {
        if (start == 0) {
          product.getBean(FirstSignIn.class).create();
          SampleHistory.importOrganisation(product, START);
        }
        JdbcClient jdbc = JdbcClient.create(product.getBean(DataSource.class));
        assertThat(jdbc.sql("select current_user").query(String.class).single())
            .isEqualTo("gpuaas_app");
        List<String> books =
            jdbc.sql(
                    """
                    select distinct tgrelid::regclass::text from pg_trigger
                     where tgname like '%append_only' order by 1
                    """)
                .query(String.class)
                .list();
        assertThat(books)
            .contains("accounting.journal", "accounting.posting", "accounting.rate")
            .contains("accounting.closed_month", "accounting.soft_closed_month")
            .contains("accounting.cost_center_statement", "identity.audit");
        for (String table : books) {
          assertDenied(product, "delete from " + table);
          assertDenied(product, "truncate " + table);
          assertDenied(product, "alter table " + table + " disable trigger all");
          String column = firstColumn(jdbc, table);
          assertDenied(product, "update %1$s set %2$s = %2$s".formatted(table, column));
        }
        assertThat(deletable(jdbc)).containsExactly("accounting.cost_limit", "accounting.open_run");
        assertDenied(product, "delete from accounting.usage_hour");
        assertDenied(product, "delete from accounting.budget_hold");
        assertDenied(product, "delete from accounting.audit_night");
        assertThat(product.getBean(Auditor.class).run(START))
            .filteredOn(check -> check.name().equals("immutability"))
            .allMatch(Auditor.Check::ok);
      }
    }
    try (Connection owner = test.dataSource().getConnection();
        Statement statement = owner.createStatement()) {
      statement.execute("grant update on accounting.rate to gpuaas_app");
      statement.execute("set role gpuaas_app");
      assertThatThrownBy(() -> statement.execute("update accounting.rate set price_micros = 0"))
          .hasMessageContaining("append-only");
    }
  }

  /// Tables of accounting of which the role may delete rows.
  private static List<String> deletable(JdbcClient jdbc) {
    return jdbc.sql(
            """
            select c.oid::regclass::text from pg_class c
              join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'accounting'
             where c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'DELETE') order by 1
            """)
        .query(String.class)
        .list();
  }

  private static String firstColumn(JdbcClient jdbc, String table) {
    return jdbc.sql(
            """
            select quote_ident(attname) from pg_attribute
             where attrelid = ?::regclass and attnum > 0 and attidentity = ''
             order by attnum limit 1
            """)
        .param(table)
        .query(String.class)
        .single();
  }

  private static void assertDenied(ConfigurableApplicationContext product, String sql) {
    DataSource source = product.getBean(DataSource.class);
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute(sql))
          .as(sql)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
