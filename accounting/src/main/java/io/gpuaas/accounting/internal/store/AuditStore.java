package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Auditor.Check;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Invariants that one statement can check: each returns the rows that break it.
@Repository
public class AuditStore {
  private record Query(String name, String meaning, String sql) {}

  private static final List<Query> QUERIES =
      List.of(
          new Query(
              "exclusivity",
              "No run holds the same GPUs in two intervals at one instant.",
              """
              select * from (
                select run, pool, model, usage_class, from_at, id,
                       max(to_at) over (partition by run, pool, model, usage_class
                                        order by from_at, id
                                        rows between unbounded preceding and 1 preceding)
                         as earlier_to
                  from accounting.usage_interval) chain
               where earlier_to > from_at
              """),
          new Query(
              "devices",
              "No device or slice is held by more than itself, and all that a run holds lies on"
                  + " devices or nodes.",
              RunPlaceStore.DIFFERENCES),
          new Query(
              "completeness",
              "Each released run has one chain of intervals without a hole from bind to release;"
                  + " no interval lacks its run.",
              """
              with covered as (
                select run, range_agg(tstzrange(from_at, to_at)) as covered
                  from accounting.usage_interval group by run)
              select coalesce(r.run, c.run) as run, r.bound_at, r.released_at,
                     c.covered::text as covered
                from accounting.run_chain r full join covered c on c.run = r.run
               where case
                 when r.run is null
                   then not exists (select 1 from accounting.open_run o where o.run = c.run)
                 when r.gapless and r.bound_at < r.released_at
                   then c.covered is distinct from
                        tstzmultirange(tstzrange(r.bound_at, r.released_at))
                 else c.covered is not null
                   and not c.covered <@ tstzmultirange(tstzrange(r.bound_at, r.released_at))
               end
              """),
          new Query(
              "rated-once",
              "Each priced interval is priced once for each of its milliseconds, and no price"
                  + " stands without an interval.",
              """
              with rated as (
                select interval_id, interval_from, sum(to_at - from_at) as rated,
                       min(from_at) as from_at, max(to_at) as to_at,
                       bool_or(charge <> case when billed then price_micros * milli_gpus::numeric
                         * (extract(epoch from to_at - from_at) * 1000)::bigint else 0 end)
                         as wrong,
                       min(milli_gpus) as least, max(milli_gpus) as most
                  from accounting.rated_line group by interval_id, interval_from)
              select r.interval_id, r.interval_from, i.run, r.rated::text as rated,
                     (i.to_at - i.from_at)::text as used
                from rated r
                left join accounting.usage_interval i
                  on i.from_at = r.interval_from and i.id = r.interval_id
               where i.id is null or r.wrong or r.rated <> i.to_at - i.from_at
                  or r.from_at <> i.from_at or r.to_at <> i.to_at
                  or r.least <> i.milli_gpus or r.most <> i.milli_gpus
              """),
          new Query(
              "double-entry",
              "The postings of each journal add up to zero in each currency, and each project's"
                  + " expense is what its usage was charged.",
              """
              select 'journal ' || journal_id as place, currency, sum(amount)::text as off
                from accounting.posting group by journal_id, currency having sum(amount) <> 0
              union all
              select coalesce(p.account, c.account), '',
                     (coalesce(p.posted, 0) - coalesce(c.charged, 0))::text
                from (select account, sum(amount) as posted
                        from accounting.posting x
                        join accounting.journal j on j.id = x.journal_id and j.kind = 'USAGE'
                       where account like 'project/%' group by account) p
                full join (
                  select 'project/' || i.project || '/gpu-expense' as account,
                         sum(l.charge) as charged
                    from accounting.rated_line l
                    join accounting.usage_interval i
                      on i.from_at = l.interval_from and i.id = l.interval_id
                   group by 1 having sum(l.charge) <> 0) c on c.account = p.account
               where coalesce(p.posted, 0) <> coalesce(c.charged, 0)
              """),
          new Query(
              "immutability",
              "Every table of the books and every partition refuses changes, and the database"
                  + " denies them to the role in which the product works, unless it owns the"
                  + " tables.",
              """
              select c.relname as "table",
                     case when row_guard.oid is null then 'rows' else 'truncate' end as unguarded
                from pg_class c
                join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'accounting'
                left join pg_trigger row_guard on row_guard.tgrelid = c.oid
                  and row_guard.tgname = 'append_only' and row_guard.tgenabled <> 'D'
                left join pg_trigger truncate_guard on truncate_guard.tgrelid = c.oid
                  and truncate_guard.tgname = 'no_truncate' and truncate_guard.tgenabled <> 'D'
               where c.relkind in ('r', 'p')
                 and (c.relname ~ '^(usage_interval|rated_line)'
                   or c.relname in ('heard', 'ingest_error', 'journal', 'posting',
                                    'node_capacity', 'rate', 'run_chain', 'closed_month',
                                    'correction_line', 'adjustment', 'adjustment_decision',
                                    'budget_change', 'budget_override', 'dispute',
                                    'dispute_answer', 'commitment', 'commitment_end',
                                    'charge_policy', 'charged_month', 'month_charge',
                                    'soft_closed_month', 'commitment_decision',
                                    'commitment_end_decision', 'charge_policy_decision',
                                    'audit_run', 'run_place', 'nominal_quota',
                                    'period_zone', 'billing_mode',
                                    'cost_center_statement'))
                 and (row_guard.oid is null or truncate_guard.oid is null)
              union all
              select c.relname, 'granted to ' || current_user
                from pg_class c
                join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'accounting'
                join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'append_only'
                join pg_roles r on r.rolname = current_user and not r.rolsuper
               where c.relowner <> r.oid
                 and (has_table_privilege(c.oid, 'UPDATE') or has_table_privilege(c.oid, 'DELETE')
                   or has_table_privilege(c.oid, 'TRUNCATE'))
              """),
          new Query(
              "additivity",
              "All charges together are what the projects, the jobs and the ledger add up to.",
              """
              with line as (
                select i.project, i.job, l.charge
                  from accounting.rated_line l
                  join accounting.usage_interval i
                    on i.from_at = l.interval_from and i.id = l.interval_id),
              sums as (
                select (select coalesce(sum(charge), 0) from accounting.rated_line) as lines,
                       (select coalesce(sum(s), 0)
                          from (select sum(charge) as s from line group by project) x)
                         as projects,
                       (select coalesce(sum(s), 0)
                          from (select sum(charge) as s from line group by job) x) as jobs,
                       (select coalesce(-sum(p.amount), 0) from accounting.posting p
                          join accounting.journal j on j.id = p.journal_id and j.kind = 'USAGE'
                         where p.account = 'platform/recovery') as recovered)
              select lines::text, projects::text, jobs::text, recovered::text from sums
               where lines <> projects or lines <> jobs or lines <> recovered
              """),
          new Query(
              "statement-charges",
              "What closed months charge beside usage is posted, by project and kind.",
              """
              with owed as (
                select 'project/' || m.project || '/gpu-expense' as account, m.kind,
                       sum(m.charge) as amount
                  from accounting.month_charge m
                  join accounting.closed_month c
                    on c.project = m.project and c.month = m.month
                   and %s = m.zone
                 group by 1, 2 having sum(m.charge) <> 0),
              posted as (
                select p.account, j.kind, sum(p.amount) as amount
                  from accounting.posting p join accounting.journal j on j.id = p.journal_id
                 where j.kind in ('COMMITMENT', 'COVERED', 'IDLE', 'LENT')
                   and p.account like 'project/%%'
                 group by 1, 2)
              select coalesce(o.account, p.account) as account, coalesce(o.kind, p.kind) as kind,
                     o.amount::text as owed, p.amount::text as posted
                from owed o full join posted p on p.account = o.account and p.kind = o.kind
               where o.amount is distinct from p.amount
              """
                  .formatted(PeriodZoneStore.key("c"))),
          new Query(
              "charge-back",
              "Departments owe the totals of their issued statements of charge-back, and nothing"
                  + " else.",
              """
              with owed as (
                select 'statement ' || $number as reference,
                       'department/' || (s.billing ->> 'department') || '/payable' as account,
                       -(s.total)::numeric * 3600000000000000 as amount
                  from accounting.closed_month
                 cross join lateral (
                   select statement::jsonb -> 'billing' as billing,
                          statement::jsonb ->> 'total' as total) s
                 where s.billing ->> 'mode' = 'CHARGE_BACK' and s.total::numeric <> 0),
              posted as (
                select j.reference, p.account, sum(p.amount) as amount
                  from accounting.posting p join accounting.journal j on j.id = p.journal_id
                 where p.account like 'department/%' group by 1, 2)
              select coalesce(o.reference, p.reference) as reference,
                     coalesce(o.account, p.account) as account,
                     o.amount::text as owed, p.amount::text as posted
                from owed o
                full join posted p on p.reference = o.reference and p.account = o.account
               where o.amount is distinct from p.amount
              """
                  .replace("$number", StatementNumbers.PROJECT.sql("number"))),
          new Query(
              "holds",
              "What budgets hold for a run is released once, when the run is.",
              """
              select h.run, h.project, h.from_at, h.released_at, c.released_at as run_released_at
                from accounting.budget_hold h
                left join accounting.run_chain c on c.run = h.run
                left join accounting.open_run o on o.run = h.run
               where (h.released_at is null and c.run is not null)
                  or (h.released_at is not null and o.run is not null)
               order by h.run
              """),
          new Query(
              "roll-ups",
              "The sums per day and per hour are what the intervals add up to, by project, kind"
                  + " and price.",
              RollUpStore.DIFFERENCES),
          new Query(
              "job-spans",
              "Jobs are counted in the months in which they have intervals.",
              JobSpanStore.DIFFERENCES),
          new Query(
              "order-independence",
              "No event was contradicted, came too late or spoke of an unknown run.",
              """
              select seq, code, detail, event from accounting.ingest_error
               where code <> 'CLOCK_BACKWARDS' order by id
              """),
          new Query(
              "separation-of-duties",
              "Nobody approved a rate card, an adjustment, a commitment or a charge policy of his"
                  + " own, or answered his own dispute.",
              """
              select 'rate card ' || card || ' version ' || version as what, author as person
                from accounting.rate_card_version where author = approved_by
              union all
              select 'adjustment ' || a.id, a.requested_by
                from accounting.adjustment a
                join accounting.adjustment_decision d on d.adjustment_id = a.id and d.approved
               where a.requested_by = d.decided_by
              union all
              select 'dispute ' || d.id, d.raised_by
                from accounting.dispute d
                join accounting.dispute_answer a on a.dispute_id = d.id
               where d.raised_by = a.answered_by
              union all
              select 'commitment ' || c.id, c.author
                from accounting.commitment c
                join accounting.commitment_decision d on d.commitment_id = c.id and d.approved
               where c.author = d.decided_by
              union all
              select 'end of commitment ' || e.commitment_id, e.author
                from accounting.commitment_end e
                join accounting.commitment_end_decision d on d.end_id = e.id and d.approved
               where e.author = d.decided_by
              union all
              select 'charge policy ' || p.id, p.author
                from accounting.charge_policy p
                join accounting.charge_policy_decision d on d.policy_id = p.id and d.approved
               where p.author = d.decided_by
              """),
          new Query(
              "corrections",
              "Each adjustment in the ledger was asked for, explained and approved, its journal"
                  + " posts its amount, and a reversal undoes its original exactly.",
              """
              with posted as (
                select j.id, j.reference, sum(p.amount) as amount
                  from accounting.journal j
                  left join accounting.posting p
                    on p.journal_id = j.id and p.account like 'project/%'
                 where j.kind = 'ADJUSTMENT' group by j.id, j.reference)
              select coalesce(a.id, p.reference) as adjustment, a.amount::text as asked,
                     p.amount::text as posted
                from posted p
                full join (accounting.adjustment a
                           join accounting.adjustment_decision d
                             on d.adjustment_id = a.id and d.approved) on d.journal_id = p.id
               where a.id is null or p.id is null or a.amount <> p.amount
                  or a.explanation = '' or p.reference <> a.id
              union all
              select a.id, a.amount::text, o.amount::text
                from accounting.adjustment a join accounting.adjustment o on o.id = a.reverses
               where a.amount <> -o.amount or a.project <> o.project
              """),
          new Query(
              "no-silent-zero",
              "All usage has a price or is free by policy; what has none is listed, not zero.",
              """
              select i.run, i.project, i.pool, i.model, i.usage_class, i.meter, i.from_at, i.to_at,
                     round(i.quantity / 3600000000.0, 6)::text as gpu_hours
                from accounting.usage_interval i
                left join accounting.rated_line l
                  on l.interval_from = i.from_at and l.interval_id = i.id
               where l.interval_id is null
               order by i.from_at, i.id
              """));

  private final JdbcClient jdbc;

  AuditStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// All checks of this class.
  public List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    for (Query query : QUERIES) {
      List<SortedMap<String, String>> rows =
          jdbc.sql(query.sql() + " limit " + Check.ROWS_MAX).query(AuditStore::row).list();
      checks.add(new Check(query.name(), query.meaning(), rows));
    }
    return checks;
  }

  private static SortedMap<String, String> row(ResultSet rs, int number) throws SQLException {
    TreeMap<String, String> row = new TreeMap<>();
    ResultSetMetaData columns = rs.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String value = rs.getString(i);
      row.put(columns.getColumnLabel(i), value == null ? "" : value);
    }
    return row;
  }

  /// When the first thing in the books happened; empty when there is none.
  public Optional<Instant> beginning() {
    return jdbc.sql(
            """
            select min(at) as at
              from (select min(at) as at from accounting.node_capacity
                    union all select min(from_at) from accounting.usage_interval) x
            """)
        .query((rs, _) -> Optional.ofNullable(rs.getObject("at", OffsetDateTime.class)))
        .single()
        .map(OffsetDateTime::toInstant);
  }

  /// A line of the books.
  ///
  /// @param key everything but the time, as text
  /// @param sign -1 takes it back
  public record BookLine(String run, String key, long fromMillis, long toMillis, int sign) {}

  /// Reads `line`.
  static final String BOOK_LINES =
      """
      select run, sign, (extract(epoch from from_at) * 1000)::bigint as from_ms,
             (extract(epoch from to_at) * 1000)::bigint as to_ms,
             concat_ws('|', run, pool, model, usage_class, meter, milli_gpus,
                       coalesce(billed::text, 'unrated'), coalesce(price_micros, 0)) as key
        from line
      """;

  static BookLine bookLine(ResultSet rs, int number) throws SQLException {
    return new BookLine(
        rs.getString("run"),
        rs.getString("key"),
        rs.getLong("from_ms"),
        rs.getLong("to_ms"),
        rs.getInt("sign"));
  }

  /// What the books say of `jobs`, corrections included.
  public List<BookLine> booked(List<String> jobs) {
    return jdbc.sql(
            """
            with line as (
              select i.run, i.pool, i.model, i.usage_class, i.meter, i.milli_gpus, l.billed,
                     l.price_micros, coalesce(l.from_at, i.from_at) as from_at,
                     coalesce(l.to_at, i.to_at) as to_at, 1 as sign
                from accounting.usage_interval i
                left join accounting.rated_line l
                  on l.interval_from = i.from_at and l.interval_id = i.id
               where i.job = any(:jobs)
              union all
              select run, pool, model, usage_class, meter, milli_gpus, billed, price_micros,
                     from_at, to_at, sign
                from accounting.correction_line where job = any(:jobs))
            """
                + BOOK_LINES)
        .param("jobs", jobs.toArray(String[]::new))
        .query(AuditStore::bookLine)
        .list();
  }
}
