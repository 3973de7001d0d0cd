package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.UsagePieces.Piece;
import io.gpuaas.accounting.UsagePieces.Place;
import io.gpuaas.accounting.UsagePieces.Wanted;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Reads single pieces of usage, page by page; of a month that is settled, those that were in the
/// books then.
@Repository
public class PieceStore {
  private static final String SQL =
      """
      select i.id, i.from_at as interval_from, i.run, i.job, i.attempt, i.job_name, i.project,
             i.login, i.pool, i.model, i.usage_class, i.meter, i.milli_gpus, l.billed, l.rate_id,
             l.card_version, l.price_micros,
             coalesce(r.list_price_micros, l.price_micros) as list_price_micros,
             coalesce(l.from_at, i.from_at) as line_from,
             greatest(coalesce(l.from_at, i.from_at), :lower::timestamptz) as from_at,
             least(coalesce(l.to_at, i.to_at), :upper::timestamptz) as to_at
        from accounting.usage_interval i
        left join accounting.rated_line l
          on l.interval_from = i.from_at and l.interval_id = i.id
        left join accounting.rate r on r.id = l.rate_id
      """
          + LineStore.IN_TIME
          + """
             and i.project = :project and i.model = :model and i.pool = :pool
             and i.usage_class = :class and i.meter = :meter
             and coalesce(l.from_at, i.from_at) < :upper::timestamptz
             and coalesce(l.to_at, i.to_at) > :lower::timestamptz
             and l.billed is not distinct from :billed::boolean
             and (l.price_micros is null
               or l.price_micros = :price
                  and coalesce(r.list_price_micros, l.price_micros) = :list)
             and not exists (
               select 1 from accounting.settled_month s
                where s.project = i.project and s.from_at = :lower::timestamptz
                  and s.to_at = :upper::timestamptz
                  and (i.id > s.interval_id or l.journal_id > s.journal_id))
             and (i.from_at, i.id, coalesce(l.from_at, i.from_at))
               > (:after_interval::timestamptz, :after_id, :after_from::timestamptz)
           order by i.from_at, i.id, coalesce(l.from_at, i.from_at) limit :limit
          """;

  private final JdbcClient jdbc;

  PieceStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public List<Piece> page(Wanted wanted, Place after, int limit) {
    StatementLine line = wanted.line();
    return jdbc.sql(SQL)
        .param("project", wanted.project())
        .param("lower", TimeParameters.at(wanted.from()))
        .param("upper", TimeParameters.at(wanted.to()))
        .param("model", line.model())
        .param("pool", line.pool())
        .param("class", line.usageClass().name())
        .param("meter", line.meter().name())
        .param("billed", billed(line.kind()))
        .param("price", line.unitPrice().movePointRight(6).longValueExact())
        .param("list", line.listPrice().movePointRight(6).longValueExact())
        .param("after_interval", TimeParameters.at(after.intervalFrom()))
        .param("after_id", after.id())
        .param("after_from", TimeParameters.at(after.from()))
        .param("limit", limit)
        .query(PieceStore::piece)
        .list();
  }

  private static @Nullable String billed(StatementLine.Kind kind) {
    return switch (kind) {
      case BILLED -> "true";
      case FREE -> "false";
      case UNRATED -> null;
    };
  }

  private static Piece piece(ResultSet rs, int row) throws SQLException {
    boolean billed = rs.getBoolean("billed");
    boolean unrated = rs.wasNull();
    long rate = rs.getLong("rate_id");
    int version = rs.getInt("card_version");
    Pricing pricing =
        billed
            ? new Pricing.Priced(
                rate, version, rs.getLong("price_micros"), rs.getLong("list_price_micros"))
            : unrated ? new Pricing.Unpriced() : new Pricing.Free();
    return new Piece(
        new Place(
            RateStore.instant(rs, "interval_from"),
            rs.getLong("id"),
            RateStore.instant(rs, "line_from")),
        new RatedUsage(UnratedStore.interval(rs), pricing),
        rate,
        version,
        List.of());
  }
}
