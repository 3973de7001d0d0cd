package io.gpuaas.placement.internal.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// Reading and binding of column types that JDBC leaves open.
final class Columns {
  private Columns() {}

  static Instant instant(ResultSet row, String column) throws SQLException {
    Instant value = instantOrNull(row, column);
    if (value == null) {
      throw new IllegalStateException("Column %s is null.".formatted(column));
    }
    return value;
  }

  static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  static @Nullable Integer intOrNull(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }

  static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
