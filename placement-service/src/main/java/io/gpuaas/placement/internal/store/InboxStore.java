package io.gpuaas.placement.internal.store;

import io.gpuaas.core.JobId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Wishes of people that wait for the leader.
@Repository
public class InboxStore {
  private final JdbcClient client;

  InboxStore(JdbcClient client) {
    this.client = client;
  }

  /// What is wished for.
  public enum Kind {
    SUBMITTED,
    CANCEL
  }

  /// One wish; `actor` and `reason` are empty for a submission.
  public record Wish(long id, Kind kind, JobId job, String actor, String reason) {}

  public void add(Kind kind, JobId job, String actor, String reason) {
    client
        .sql("insert into placement.inbox (kind, job_id, actor, reason) values (?, ?, ?, ?)")
        .params(kind.name(), job.value(), actor, reason)
        .update();
  }

  public void addSubmitted(List<JobId> jobs) {
    client
        .sql(
            """
            insert into placement.inbox (kind, job_id, actor)
            select 'SUBMITTED', job, '' from unnest(?) with ordinality as t (job, nr) order by nr
            """)
        .param(jobs.stream().map(JobId::value).toArray(String[]::new))
        .update();
  }

  /// Takes the wishes there are, oldest first. They are gone when the transaction commits.
  public List<Wish> take(int limit) {
    List<Wish> wishes =
        client
            .sql(
                """
                delete from placement.inbox where id in
                  (select id from placement.inbox order by id limit ? for update skip locked)
                returning id, kind, job_id, actor, reason
                """)
            .param(limit)
            .query(
                (row, index) ->
                    new Wish(
                        row.getLong(1),
                        Kind.valueOf(row.getString(2)),
                        new JobId(row.getString(3)),
                        row.getString(4),
                        row.getString(5)))
            .list();
    return wishes.stream().sorted(java.util.Comparator.comparingLong(Wish::id)).toList();
  }

  /// Jobs among `jobs` that somebody wishes to cancel.
  public Set<JobId> cancelled(List<JobId> jobs) {
    return new TreeSet<>(
        client
            .sql("select job_id from placement.inbox where kind = 'CANCEL' and job_id = any(?)")
            .param(jobs.stream().map(JobId::value).toArray(String[]::new))
            .query((row, index) -> new JobId(row.getString(1)))
            .list());
  }
}
