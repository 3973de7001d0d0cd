package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.UsageQuestion.Projects;
import io.gpuaas.accounting.internal.engine.Cell;
import io.gpuaas.accounting.internal.engine.Column;
import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads single pieces of usage, however many, a few thousand at a time.
@Repository
public class UsageRowStore {
  public static final List<Column> COLUMNS =
      List.of(
          Column.text("job_name"),
          Column.text("job"),
          Column.text("run"),
          Column.whole("attempt"),
          Column.text("project"),
          Column.text("user"),
          Column.text("pool"),
          Column.text("model"),
          Column.text("class"),
          Column.text("meter"),
          Column.time("from"),
          Column.time("to"),
          Column.decimal("gpus", 3),
          Column.decimal("gpu_hours", 6),
          Column.decimal("unit_price", 6),
          Column.whole("rate"),
          Column.whole("rate_card_version"),
          Column.decimal("amount", 12));

  private static final String SQL =
      """
      select i.*, l.billed, l.rate_id, l.card_version, l.price_micros,
             greatest(coalesce(l.from_at, i.from_at), :lower::timestamptz) as cut_from,
             least(coalesce(l.to_at, i.to_at), :upper::timestamptz) as cut_to
        from accounting.usage_interval i
        left join accounting.rated_line l
          on l.interval_from = i.from_at and l.interval_id = i.id
      """
          + LineStore.IN_TIME
          + """
             and coalesce(l.from_at, i.from_at) < :upper::timestamptz
             and coalesce(l.to_at, i.to_at) > :lower::timestamptz
             and (:all_projects or i.project = any(:projects))
           order by i.from_at, i.id, l.from_at
          """;

  private final JdbcClient jdbc;

  UsageRowStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Gives each row of `[from, to)` to `row`, in order of time, cells as in [#COLUMNS]. Within the
  /// caller's transaction, else the driver reads all rows at once.
  public void forEach(Instant from, Instant to, Projects projects, Consumer<List<Cell>> row) {
    String[] names =
        switch (projects) {
          case Projects.All() -> new String[0];
          case Projects.Only(var only) -> only.toArray(String[]::new);
        };
    try (Stream<List<Cell>> rows =
        jdbc
            .sql(SQL)
            .withFetchSize(2_000)
            .param("lower", TimeParameters.at(from))
            .param("upper", TimeParameters.at(to))
            .param("all_projects", projects instanceof Projects.All)
            .param("projects", names)
            .query(UsageRowStore::cells)
            .stream()) {
      rows.forEach(row);
    }
  }

  private static List<Cell> cells(ResultSet rs, int number) throws SQLException {
    Instant from = RateStore.instant(rs, "cut_from");
    Instant to = RateStore.instant(rs, "cut_to");
    long milliGpus = rs.getLong("milli_gpus");
    GpuTime time = GpuTime.of(milliGpus, to.toEpochMilli() - from.toEpochMilli());
    List<Cell> cells = new ArrayList<>();
    for (String column : List.of("job_name", "job", "run")) {
      cells.add(Cell.of(rs.getString(column)));
    }
    cells.add(Cell.of(BigDecimal.valueOf(rs.getInt("attempt"))));
    for (String column : List.of("project", "login", "pool", "model", "usage_class", "meter")) {
      cells.add(Cell.of(rs.getString(column)));
    }
    cells.add(Cell.of(from));
    cells.add(Cell.of(to));
    cells.add(Cell.of(BigDecimal.valueOf(milliGpus, 3)));
    cells.add(Cell.of(time.gpuHours()));
    addPrice(cells, rs, time);
    return cells;
  }

  private static void addPrice(List<Cell> cells, ResultSet rs, GpuTime time) throws SQLException {
    boolean billed = rs.getBoolean("billed");
    boolean unrated = rs.wasNull();
    long price = rs.getLong("price_micros");
    cells.add(unrated ? Cell.EMPTY : Cell.of(BigDecimal.valueOf(price, 6)));
    cells.add(billed ? Cell.of(BigDecimal.valueOf(rs.getLong("rate_id"))) : Cell.EMPTY);
    cells.add(billed ? Cell.of(BigDecimal.valueOf(rs.getInt("card_version"))) : Cell.EMPTY);
    cells.add(unrated ? Cell.EMPTY : Cell.of(Charge.of(price, time).toDecimal(12)));
  }
}
