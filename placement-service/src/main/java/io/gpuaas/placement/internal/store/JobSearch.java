package io.gpuaas.placement.internal.store;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries.JobFilter;
import io.gpuaas.placement.JobQueries.Order;
import io.gpuaas.placement.JobQueries.Place;
import io.gpuaas.placement.JobSpec;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Lists of jobs by submit time.
@Repository
public class JobSearch {
  private static final String ID = "job_";
  private static final int COUNTED = 10_000;
  private static final double SAMPLE = 50_000;

  /// The planner may find either by an index.
  private static final String OF_ID = " and (names ilike :text or id like :id)";

  /// The end of ids lies behind the name, so that a part that is in neither may be in both.
  private static final String OF_NAME =
      " and names ilike :text and (name ilike :text or right(id, 8) ilike :text)";

  private final JdbcClient client;
  private final JobStore jobs;

  JobSearch(JdbcClient client, JobStore jobs) {
    this.client = client;
    this.jobs = jobs;
  }

  public List<Job> list(JobFilter filter, int limit) {
    ConditionSql condition = new ConditionSql();
    String direction = filter.order() == Order.NEWEST_FIRST ? "desc" : "asc";
    String sql =
        ("select * from placement.job where true%1$s"
                + " order by submitted_at %2$s, id %2$s limit :limit")
            .formatted(where(filter, condition), direction);
    return bound(client.sql(sql).params(condition.parameters()), filter)
        .param("limit", limit)
        .query(jobs.mapper())
        .list();
  }

  /// Counted up to 10,000; above that estimated from a sample of about 50,000 jobs. Only jobs of
  /// the filter are ever looked at: what the planner knows is about everybody's.
  public long estimate(JobFilter filter) {
    ConditionSql condition = new ConditionSql();
    String where = where(filter, condition);
    String few =
        "select count(*) from (select from placement.job where true%s limit :most) few"
            .formatted(where);
    long counted = single(few, condition, filter, "most", COUNTED + 1);
    if (counted <= COUNTED) {
      return counted;
    }
    double all =
        client
            .sql("select reltuples from pg_class where oid = 'placement.job'::regclass")
            .query(Double.class)
            .single();
    double share = Math.min(1, SAMPLE / Math.max(all, COUNTED));
    String some =
        "select count(*) from placement.job tablesample system (cast(:percent as real))"
            + " repeatable (1) where true"
            + where;
    long sampled = single(some, condition, filter, "percent", 100 * share);
    return Math.max(counted, Math.round(sampled / share));
  }

  private long single(
      String sql, ConditionSql condition, JobFilter filter, String name, Object value) {
    return bound(client.sql(sql).params(condition.parameters()), filter)
        .param(name, value)
        .query(Long.class)
        .single();
  }

  private static String where(JobFilter filter, ConditionSql condition) {
    StringBuilder sql = new StringBuilder();
    SortedSet<String> projects = filter.projects();
    if (projects != null) {
      sql.append(" and project = any(:projects)");
    }
    if (!filter.phases().isEmpty()) {
      sql.append(" and phase = any(:phases)");
      if (filter.phases().stream().noneMatch(JobPhase::isTerminal)) {
        sql.append(" and live");
      }
    }
    if (filter.user() != null) {
      sql.append(" and user_login = :user");
    }
    if (!filter.types().isEmpty()) {
      sql.append(" and job_type = any(:types)");
    }
    if (filter.text() != null) {
      sql.append(isId(filter.text()) ? OF_ID : OF_NAME);
    }
    if (filter.condition() != null) {
      sql.append(" and ").append(condition.write(filter.condition()));
    }
    if (filter.before() != null) {
      String further = filter.order() == Order.NEWEST_FIRST ? "<" : ">";
      sql.append(" and (submitted_at, id) %s (:beforeAt, :beforeId)".formatted(further));
    }
    return sql.toString();
  }

  private static JdbcClient.StatementSpec bound(JdbcClient.StatementSpec bare, JobFilter filter) {
    JdbcClient.StatementSpec statement = bare;
    SortedSet<String> projects = filter.projects();
    if (projects != null) {
      statement = statement.param("projects", projects.toArray(String[]::new));
    }
    if (!filter.phases().isEmpty()) {
      String[] phases = filter.phases().stream().map(JobPhase::name).toArray(String[]::new);
      statement = statement.param("phases", phases);
    }
    if (filter.user() != null) {
      statement = statement.param("user", filter.user());
    }
    if (!filter.types().isEmpty()) {
      String[] types = filter.types().stream().map(JobSpec.Type::name).toArray(String[]::new);
      statement = statement.param("types", types);
    }
    if (filter.text() != null) {
      statement = statement.param("text", "%" + ConditionSql.escaped(filter.text()) + "%");
      if (isId(filter.text())) {
        statement = statement.param("id", idsBeginningWith(filter.text()));
      }
    }
    Place before = filter.before();
    if (before != null) {
      statement =
          statement
              .param("beforeAt", Columns.utc(before.submittedAt()))
              .param("beforeId", before.id().value());
    }
    return statement;
  }

  private static boolean isId(String text) {
    return text.regionMatches(true, 0, ID, 0, ID.length());
  }

  /// Ids are written in capitals behind their kind.
  private static String idsBeginningWith(String text) {
    String rest = text.substring(ID.length()).toUpperCase(Locale.ROOT);
    return ConditionSql.escaped(ID + rest) + "%";
  }
}
