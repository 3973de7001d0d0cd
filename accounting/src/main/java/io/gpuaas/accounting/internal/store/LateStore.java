package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.Bookkeeper.Correction;
import io.gpuaas.accounting.internal.engine.StatementBuilder.Late;
import io.gpuaas.core.GpuTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// What belongs to closed months but was booked after the close.
@Repository
public class LateStore {
  private static final String LATE =
      """
      with booked as (
        select id from accounting.journal
         where posted_at >= :lower::timestamptz and posted_at < :upper::timestamptz),
      late_usage as (
        select i.project, c.month,
               l.milli_gpus * (extract(epoch from least(l.to_at, c.to_at)
                                       - greatest(l.from_at, c.from_at)) * 1000)::bigint
                 as quantity,
               l.price_micros
          from accounting.rated_line l
          join accounting.usage_interval i
            on i.from_at = l.interval_from and i.id = l.interval_id
          join accounting.settled_month c
            on c.project = i.project and l.from_at < c.to_at and l.to_at > c.from_at
           and l.journal_id > c.journal_id
         where l.journal_id in (select id from booked) and c.to_at <= :lower::timestamptz
           and exists (select 1 from accounting.settled_month))
      select project, 'LATE_USAGE' as kind,
             'Usage of ' || to_char(month, 'YYYY-MM') || ' booked after the close' as explanation,
             sum(quantity) as quantity, sum(quantity::numeric * price_micros) as charge
        from late_usage group by project, month
      union all
      select project, 'CORRECTION', reason,
             sum(sign * milli_gpus * (extract(epoch from to_at - from_at) * 1000)::bigint),
             sum(charge)
        from accounting.correction_line
       where journal_id in (select id from booked) group by project, reason
      union all
      select a.project, 'MANUAL', a.reason_code || ': ' || a.explanation, 0, a.amount
        from accounting.adjustment a
        join accounting.adjustment_decision d on d.adjustment_id = a.id and d.approved
       where (a.month is null and d.journal_id in (select id from booked))
          or a.month = :month
      order by project, kind, explanation
      """;

  private final DataSource dataSource;
  private final JdbcClient jdbc;

  LateStore(DataSource dataSource, JdbcClient jdbc) {
    this.dataSource = dataSource;
    this.jdbc = jdbc;
  }

  /// A correction with what it changes in money, signed.
  public record PricedCorrection(Correction correction, RatedUsage part, long journalId) {
    /// What it adds to the charge of the project.
    public Charge charge() {
      Charge charge = part.charge();
      return correction.sign() < 0 ? charge.negated() : charge;
    }
  }

  /// What has to be settled in `period`, by project.
  public SortedMap<String, List<Late>> lates(Period period) {
    TreeMap<String, List<Late>> lates = new TreeMap<>();
    jdbc.sql(LATE)
        .param("lower", TimeParameters.at(period.from()))
        .param("upper", TimeParameters.at(period.to()))
        .param("month", period.month().atDay(1))
        .query(
            rs -> {
              lates.computeIfAbsent(rs.getString("project"), _ -> new ArrayList<>()).add(late(rs));
            });
    return lates;
  }

  private static Late late(ResultSet rs) throws SQLException {
    return new Late(
        Statement.Adjustment.Kind.valueOf(rs.getString("kind")),
        rs.getString("explanation"),
        new GpuTime(rs.getLong("quantity")),
        new Charge(rs.getBigDecimal("charge").toBigIntegerExact()));
  }

  public void addCorrections(List<PricedCorrection> corrections, String reason) {
    CopyRows rows = new CopyRows();
    for (PricedCorrection priced : corrections) {
      UsageInterval usage = priced.part().usage();
      rows.field(priced.correction().seq())
          .field(usage.run().run())
          .field(usage.run().job())
          .field(usage.run().project())
          .field(usage.pool())
          .field(usage.model())
          .field(usage.usageClass())
          .field(usage.meter())
          .field(usage.milliGpus())
          .field(usage.from())
          .field(usage.to())
          .field(priced.correction().sign());
      optional(rows, LiveColumns.billed(priced.part()));
      optional(rows, LiveColumns.price(priced.part()));
      rows.field(priced.charge().units()).field(reason).field(priced.journalId()).endRow();
    }
    rows.writeTo(
        dataSource,
        "correction_line (seq, run, job, project, pool, model, usage_class, meter, milli_gpus,"
            + " from_at, to_at, sign, billed, price_micros, charge, reason, journal_id)");
  }

  private static void optional(CopyRows rows, @Nullable String value) {
    if (value == null) {
      rows.nothing();
    } else {
      rows.field(value);
    }
  }
}
