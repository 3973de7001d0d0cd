package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.internal.engine.JobSpans;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Keeps when jobs used something. Takes part in the transaction that books their usage.
@Repository
public class JobSpanStore {
  private static final String ASKED =
      """
      unnest(:months::timestamptz[], :jobs::text[], :projects::text[], :logins::text[],
             :pools::text[], :models::text[], :classes::text[], :firsts::timestamptz[],
             :lasts::timestamptz[])
        as asked (month, job, project, login, pool, model, usage_class, first_at, last_at)
      """;
  private final JdbcClient jdbc;

  JobSpanStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Widens what is kept by `spans`. The partitions of their months exist already.
  void add(SortedMap<JobSpans.Key, JobSpans.Span> spans) {
    if (spans.isEmpty()) {
      return;
    }
    List<JobSpans.Key> keys = new ArrayList<>(spans.keySet());
    List<JobSpans.Span> values = new ArrayList<>(spans.values());
    bind(
            """
            insert into accounting.job_key (project, login, pool, model, usage_class)
            select new.* from (select distinct project, login, pool, model, usage_class from %s) new
              left join accounting.job_key asked using (project, login, pool, model, usage_class)
             where asked.id is null
            on conflict do nothing
            """
                .formatted(ASKED),
            keys,
            values)
        .update();
    bind(
            """
            insert into accounting.usage_job as kept (month, job, key_id, first_at, last_at)
            select month, job, k.id, first_at, last_at
              from %s join accounting.job_key k using (project, login, pool, model, usage_class)
            on conflict (month, job, key_id) do update
              set first_at = least(kept.first_at, excluded.first_at),
                  last_at = greatest(kept.last_at, excluded.last_at)
            """
                .formatted(ASKED),
            keys,
            values)
        .update();
  }

  private JdbcClient.StatementSpec bind(
      String sql, List<JobSpans.Key> keys, List<JobSpans.Span> spans) {
    return jdbc.sql(sql)
        .param("months", LineStore.texts(keys, it -> it.month().toString()))
        .param("jobs", LineStore.texts(keys, JobSpans.Key::job))
        .param("projects", LineStore.texts(keys, JobSpans.Key::project))
        .param("logins", LineStore.texts(keys, JobSpans.Key::login))
        .param("pools", LineStore.texts(keys, JobSpans.Key::pool))
        .param("models", LineStore.texts(keys, JobSpans.Key::model))
        .param("classes", LineStore.texts(keys, it -> it.usageClass().name()))
        .param("firsts", LineStore.texts(spans, it -> it.first().toString()))
        .param("lasts", LineStore.texts(spans, it -> it.last().toString()));
  }

  /// Spans that are not what the intervals say.
  static final String DIFFERENCES =
      """
      with said as (
        select date_trunc('month', from_at, 'UTC') as month, job, project, login, pool, model,
               usage_class, min(from_at) as first_at, max(to_at) as last_at
          from accounting.usage_interval group by 1, 2, 3, 4, 5, 6, 7),
      kept as (
        select s.month, s.job, k.project, k.login, k.pool, k.model, k.usage_class, s.first_at,
               s.last_at
          from accounting.usage_job s join accounting.job_key k on k.id = s.key_id)
      select coalesce(s.job, k.job) as job, coalesce(s.month, k.month)::text as month,
             s.first_at as first_said, k.first_at as first_kept, s.last_at as last_said,
             k.last_at as last_kept
        from said s
        full join kept k
          on k.month = s.month and k.job = s.job and k.project = s.project and k.login = s.login
         and k.pool = s.pool and k.model = s.model and k.usage_class = s.usage_class
       where s.first_at is distinct from k.first_at or s.last_at is distinct from k.last_at
      """;
}
