package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Budget;
import io.gpuaas.accounting.BudgetGate.Ask;
import io.gpuaas.accounting.Charge;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent.RunRef;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/// Budgets, their overrides, and what is held of them.
@Repository
public class BudgetStore {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final JdbcClient jdbc;

  BudgetStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// A budget as it is kept.
  ///
  /// @param exhaustedAt since when it has been used up; null when it is not
  /// @param overriddenUntil the latest end of an override; null when there was none
  public record Kept(
      Budget budget, @Nullable Instant exhaustedAt, @Nullable Instant overriddenUntil) {}

  /// What is reserved for a run that has not been released.
  ///
  /// @param to null when it has no longest run time
  public record Hold(RunRef run, List<GpuHolding> holdings, Instant from, @Nullable Instant to) {
    public Hold {
      holdings = List.copyOf(holdings);
    }

    /// What is reserved for a run that is asked for.
    public static Hold of(Ask ask) {
      long longest = ask.maxRuntimeMillis();
      Instant to = longest == 0 ? null : ask.at().plusMillis(longest);
      return new Hold(ask.run(), ask.holdings(), ask.at(), to);
    }
  }

  public List<Kept> all() {
    return jdbc.sql(
            """
            select b.*, (select max(until) from accounting.budget_override o
                          where o.budget_id = b.id) as overridden_until
              from accounting.budget b order by b.id
            """)
        .query(BudgetStore::kept)
        .list();
  }

  public Optional<Kept> find(String id) {
    return all().stream().filter(kept -> kept.budget().id().equals(id)).findFirst();
  }

  private static Kept kept(ResultSet rs, int row) throws SQLException {
    Integer[] thresholds = (Integer[]) rs.getArray("thresholds").getArray();
    Budget budget =
        new Budget(
            rs.getString("id"),
            Budget.ScopeKind.valueOf(rs.getString("scope_kind")),
            rs.getString("scope"),
            Budget.Period.valueOf(rs.getString("period")),
            ZoneId.of(rs.getString("zone")),
            rs.getString("currency"),
            new Charge(rs.getBigDecimal("amount").toBigIntegerExact()),
            rs.getBoolean("hard"),
            Arrays.asList(thresholds),
            rs.getLong("grace_millis"),
            rs.getBoolean("active"),
            rs.getInt("version"));
    return new Kept(budget, maybe(rs, "exhausted_at"), maybe(rs, "overridden_until"));
  }

  private static @Nullable Instant maybe(ResultSet rs, String column) throws SQLException {
    OffsetDateTime time = rs.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  /// Whether there is an active budget, so that runs hold what they may cost.
  public boolean isOneActive() {
    return jdbc.sql("select exists (select 1 from accounting.budget where active)")
        .query(Boolean.class)
        .single();
  }

  /// Whether some active budget can refuse a run.
  public boolean isHardOneActive() {
    return jdbc.sql("select exists (select 1 from accounting.budget where active and hard)")
        .query(Boolean.class)
        .single();
  }

  public long generation() {
    return jdbc.sql("select generation from accounting.budget_state").query(Long.class).single();
  }

  private void raiseGeneration() {
    jdbc.sql("update accounting.budget_state set generation = generation + 1").update();
  }

  /// Until the transaction ends nobody else changes budgets, and no run is admitted.
  public void lock() {
    jdbc.sql("lock table accounting.budget in exclusive mode").update();
  }

  /// Until the transaction ends nobody takes [#lock].
  public void keepAsTheyAre() {
    jdbc.sql("lock table accounting.budget in row share mode").update();
  }

  public void save(Budget budget, String author, Instant at) {
    jdbc.sql(
            """
            insert into accounting.budget (id, scope_kind, scope, period, zone, currency, amount,
              hard, thresholds, grace_millis, active, version)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (id) do update set scope_kind = excluded.scope_kind,
              scope = excluded.scope, period = excluded.period, zone = excluded.zone,
              currency = excluded.currency, amount = excluded.amount, hard = excluded.hard,
              thresholds = excluded.thresholds, grace_millis = excluded.grace_millis,
              active = excluded.active, version = excluded.version, exhausted_at = null
            """)
        .params(
            budget.id(),
            budget.scopeKind().name(),
            budget.scope(),
            budget.period().name(),
            budget.zone().getId(),
            budget.currency(),
            new BigDecimal(budget.amount().units()),
            budget.hard(),
            budget.thresholds().toArray(Integer[]::new),
            budget.graceMillis(),
            budget.active(),
            budget.version())
        .update();
    jdbc.sql(
            """
            insert into accounting.budget_change (budget_id, version, budget, author, at)
            values (?, ?, ?, ?, ?)
            """)
        .params(
            budget.id(),
            budget.version(),
            MAPPER.writeValueAsString(budget),
            author,
            TimeParameters.at(at))
        .update();
    raiseGeneration();
  }

  public void override(String id, Instant until, String reason, String author, Instant at) {
    jdbc.sql(
            """
            insert into accounting.budget_override (budget_id, until, reason, author, at)
            values (?, ?, ?, ?, ?)
            """)
        .params(id, TimeParameters.at(until), reason, author, TimeParameters.at(at))
        .update();
    raiseGeneration();
  }

  /// Notes since when the budget has been used up; null when it is not.
  public void markExhausted(String id, @Nullable Instant since) {
    jdbc.sql("update accounting.budget set exhausted_at = ? where id = ?")
        .param(1, utc(since), Types.TIMESTAMP_WITH_TIMEZONE)
        .param(2, id)
        .update();
  }

  public void hold(Ask ask) {
    RunRef run = ask.run();
    Hold hold = Hold.of(ask);
    jdbc.sql(
            """
            insert into accounting.budget_hold (run, job, project, login, holdings, from_at, to_at)
            values (?, ?, ?, ?, ?, ?, ?)
            """)
        .param(1, run.run().value())
        .param(2, run.job().value())
        .param(3, run.project())
        .param(4, run.user())
        .param(5, MAPPER.writeValueAsString(hold.holdings()))
        .param(6, utc(hold.from()), Types.TIMESTAMP_WITH_TIMEZONE)
        .param(7, utc(hold.to()), Types.TIMESTAMP_WITH_TIMEZONE)
        .update();
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
    return instant == null ? null : TimeParameters.at(instant);
  }

  /// What is held for runs that have not been released, in order of run.
  public List<Hold> holds() {
    return jdbc.sql("select * from accounting.budget_hold where released_at is null order by run")
        .query(BudgetStore::hold)
        .list();
  }

  private static Hold hold(ResultSet rs, int row) throws SQLException {
    RunRef run =
        new RunRef(
            new RunId(rs.getString("run")),
            new JobId(rs.getString("job")),
            1,
            "",
            rs.getString("project"),
            rs.getString("login"));
    GpuHolding[] holdings = MAPPER.readValue(rs.getString("holdings"), GpuHolding[].class);
    return new Hold(run, List.of(holdings), RateStore.instant(rs, "from_at"), maybe(rs, "to_at"));
  }

  /// Releases what is held for `runs`, once each.
  public void release(Collection<RunId> runs, Instant at) {
    if (runs.isEmpty()) {
      return;
    }
    int released =
        jdbc.sql(
                """
                update accounting.budget_hold set released_at = ?
                 where run = any(?) and released_at is null
                """)
            .params(TimeParameters.at(at), runs.stream().map(RunId::value).toArray(String[]::new))
            .update();
    if (released > 0) {
      raiseGeneration();
    }
  }
}
