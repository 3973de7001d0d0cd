package io.gpuaas.accounting.internal.store;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;

/// Rows in the text format of PostgreSQL's COPY, the fastest way to write many.
///
/// @see <a href="https://www.postgresql.org/docs/17/sql-copy.html">PostgreSQL: COPY</a>
final class CopyRows {
  private final StringBuilder text = new StringBuilder();
  private boolean first = true;
  private int rows;

  CopyRows field(Object value) {
    separate();
    String field = value.toString();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '\t' -> text.append("\\t");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        default -> text.append(c);
      }
    }
    return this;
  }

  CopyRows nothing() {
    separate();
    text.append("\\N");
    return this;
  }

  private void separate() {
    if (!first) {
      text.append('\t');
    }
    first = false;
  }

  void endRow() {
    text.append('\n');
    first = true;
    rows++;
  }

  /// Writes all rows in the transaction of this thread. `columns` as in `table (a, b)`.
  void writeTo(DataSource dataSource, String columns) {
    if (rows == 0) {
      return;
    }
    String sql = "copy accounting." + columns + " from stdin";
    Connection connection = DataSourceUtils.getConnection(dataSource);
    try {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(sql, new StringReader(text.toString()));
    } catch (SQLException e) {
      throw translated(dataSource, sql, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      DataSourceUtils.releaseConnection(connection, dataSource);
    }
  }

  private static RuntimeException translated(DataSource dataSource, String sql, SQLException e) {
    RuntimeException known =
        new SQLErrorCodeSQLExceptionTranslator(dataSource).translate("COPY", sql, e);
    return known != null ? known : new IllegalStateException("COPY failed: " + sql, e);
  }
}
