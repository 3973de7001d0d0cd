package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Auditor.Check;
import io.gpuaas.accounting.NightlyAudits.Night;
import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/// What nightly checks of the books have found.
@Repository
public class AuditNightStore {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final JdbcClient jdbc;

  AuditNightStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Whether the night before `day` is still to be checked, and until the end of the transaction by
  /// nobody else.
  public boolean claim(LocalDate day) {
    return jdbc.sql(
            """
            select 1 from accounting.audit_night where last_day < ? for update skip locked
            """)
        .param(day)
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  public void add(Night night) {
    jdbc.sql(
            """
            insert into accounting.audit_run (day, at, millis, ok, checks) values (?, ?, ?, ?, ?)
            """)
        .params(
            night.day(),
            TimeParameters.at(night.at()),
            night.millis(),
            night.ok(),
            MAPPER.writeValueAsString(night.checks()))
        .update();
    jdbc.sql("update accounting.audit_night set last_day = ?").param(night.day()).update();
  }

  public List<Night> latest(int limit) {
    return jdbc.sql("select * from accounting.audit_run order by day desc limit ?")
        .param(limit)
        .query(
            (rs, _) ->
                new Night(
                    rs.getObject("day", LocalDate.class),
                    RateStore.instant(rs, "at"),
                    rs.getLong("millis"),
                    List.of(MAPPER.readValue(rs.getString("checks"), Check[].class))))
        .list();
  }
}
