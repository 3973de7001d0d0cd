package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.internal.engine.StatementNumbers;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Issued statements of cost centres: numbers over the statements of projects, with a chain of
/// hashes for each cost centre.
@Repository
public class CostCenterStore {
  /// The hash of row `c`: over the hash before it, what it says, and the hashes of its parts.
  private static final String HASH =
      """
      encode(sha256(convert_to(concat_ws('|', c.previous_hash, c.number, c.cost_center,
        to_char(c.month, 'YYYY-MM'), extract(epoch from c.closed_at), c.closed_by,
        (select string_agg(p.hash, '|' order by p.number) from accounting.closed_month p
          where p.center_number = c.number)), 'UTF8')), 'hex')
      """;

  private final JdbcClient jdbc;

  CostCenterStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The number that the next statement gets.
  public long nextNumber() {
    return jdbc.sql("select coalesce(max(number), 0) + 1 from accounting.cost_center_statement")
        .query(Long.class)
        .single();
  }

  /// Of which month an issued statement is.
  public Optional<YearMonth> month(long number) {
    return jdbc.sql("select month from accounting.cost_center_statement where number = ?")
        .param(number)
        .query((rs, _) -> YearMonth.from(rs.getObject(1, LocalDate.class)))
        .optional();
  }

  /// Adds a statement to the chain of its cost centre, after its parts.
  public void add(long number, String costCenter, YearMonth month, Instant closedAt, String by) {
    jdbc.sql(
            """
            with c as (
              select :number::bigint as number, :center::text as cost_center,
                     :month::date as month, :closed_at::timestamptz as closed_at,
                     :closed_by::text as closed_by,
                     coalesce((select hash from accounting.cost_center_statement
                                where cost_center = :center order by number desc limit 1), '')
                       as previous_hash)
            insert into accounting.cost_center_statement (number, cost_center, month, closed_at,
              closed_by, previous_hash, hash)
            select number, cost_center, month, closed_at, closed_by, previous_hash, %s from c
            """
                .formatted(HASH))
        .param("number", number)
        .param("center", costCenter)
        .param("month", month.atDay(1))
        .param("closed_at", TimeParameters.at(closedAt))
        .param("closed_by", by)
        .update();
  }

  /// Statements whose hash, chain or parts are not what was issued: number and cost centre.
  public List<String> broken() {
    return jdbc.sql(
            """
            select %s || ' ' || c.cost_center
              from (select *, lag(hash, 1, '') over (partition by cost_center order by number)
                                as chained
                      from accounting.cost_center_statement) c
             where c.chained <> c.previous_hash or c.hash <> %s
            union
            select %s || ' ' || p.project
              from accounting.closed_month p
             cross join lateral (select p.statement::jsonb -> 'billing' as billing) s
              left join accounting.cost_center_statement c on c.number = p.center_number
             where jsonb_exists(s.billing, 'costCenter')
               and (c.month, c.cost_center, c.number) is distinct from
                   (p.month, s.billing ->> 'costCenter',
                    substr(s.billing ->> 'number', 3)::bigint)
             order by 1
            """
                .formatted(
                    StatementNumbers.COST_CENTER.sql("c.number"),
                    HASH,
                    StatementNumbers.PROJECT.sql("p.number")))
        .query(String.class)
        .list();
  }
}
