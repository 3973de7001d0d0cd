package io.gpuaas.accounting.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.function.Function;
import org.springframework.jdbc.support.SqlArrayValue;

/// Instants as parameters of a statement, in the database's own type.
///
/// Given as text and cast in the statement they would cost a month's report a second: the planner
/// does not know such a value, so it neither drops partitions nor trusts an index, and the text is
/// read anew for each row that is compared with it.
final class TimeParameters {
  private TimeParameters() {}

  static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  static <T> SqlArrayValue all(Collection<T> values, Function<T, Instant> instant) {
    Object[] texts = values.stream().map(it -> instant.apply(it).toString()).toArray(String[]::new);
    return new SqlArrayValue("timestamptz", texts);
  }
}
