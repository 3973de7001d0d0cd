package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.fixtures.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Searches all that the server wrote for all secrets that tests have given to it or got from it:
/// its log, the answers that refuse something, and every row of every table.
final class SecretSearch {
  /// Shorter ones stand for a wrong password or are ordinary words.
  private static final int SHORTEST = 12;

  private static final Pattern IN_BODY =
      Pattern.compile("\"(?:password|token|credential|secret)\"\\s*:\\s*\"([^\"\\\\]+)\"");
  private static final Set<String> SECRETS = ConcurrentHashMap.newKeySet();
  private static final Set<String> REFUSALS = ConcurrentHashMap.newKeySet();

  private SecretSearch() {}

  static void used(String secret) {
    if (secret.length() >= SHORTEST) {
      SECRETS.add(secret);
    }
  }

  /// Notes the secrets in a body that was sent or that answered.
  static void passed(String body) {
    Matcher matcher = IN_BODY.matcher(body);
    while (matcher.find()) {
      used(matcher.group(1));
    }
  }

  static void refused(String answer) {
    REFUSALS.add(answer);
  }

  /// Fails without showing the secret.
  static void nothingIsWritten(String log, TestDatabase database) {
    List<String> places = new ArrayList<>();
    search("the log", log, places);
    REFUSALS.forEach(answer -> search("a refusal", answer, places));
    rows(database, places);
    assertThat(places).as("places with one of %d secrets", SECRETS.size()).isEmpty();
  }

  private static void search(String place, String text, List<String> places) {
    for (String secret : SECRETS) {
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      if (text.contains(secret) || text.contains(Base64.getEncoder().encodeToString(bytes))) {
        places.add("%s: %s… of %d".formatted(place, secret.substring(0, 4), secret.length()));
      }
    }
  }

  private static void rows(TestDatabase database, List<String> places) {
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = connection.createStatement()) {
      for (String table : tables(statement)) {
        try (ResultSet rows = statement.executeQuery("select t::text from %s t".formatted(table))) {
          while (rows.next()) {
            search("table " + table, rows.getString(1), places);
          }
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> tables(Statement statement) throws SQLException {
    List<String> tables = new ArrayList<>();
    String ours =
        """
        select table_schema || '.' || table_name from information_schema.tables
        where table_schema in ('identity', 'quota', 'placement', 'accounting')
          and table_type = 'BASE TABLE'
        order by 1\
        """;
    try (ResultSet rows = statement.executeQuery(ours)) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    assertThat(tables).hasSizeGreaterThan(20);
    return tables;
  }
}
