package io.gpuaas.accounting.internal.store;

import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.Bookkeeper.BookingError;
import io.gpuaas.accounting.internal.engine.Bookkeeper.Chain;
import io.gpuaas.accounting.internal.engine.JobSpans;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.accounting.internal.engine.Postings.Posting;
import io.gpuaas.accounting.internal.engine.RollUp;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEvent.NodeCapacity;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Writes the books. Each method takes part in the caller's transaction.
@Repository
public class BookStore {
  static final String RATED_LINE =
      "rated_line (interval_id, interval_from, from_at, to_at, milli_gpus, billed, rate_id,"
          + " card_version, price_micros, charge, journal_id)";

  private final DataSource dataSource;
  private final JdbcClient jdbc;
  private final RollUpStore rollUps;
  private final JobSpanStore jobSpans;

  BookStore(DataSource dataSource, JdbcClient jdbc, RollUpStore rollUps, JobSpanStore jobSpans) {
    this.dataSource = dataSource;
    this.jdbc = jdbc;
    this.rollUps = rollUps;
    this.jobSpans = jobSpans;
  }

  /// The last numbers given out.
  public record Progress(long seq, long intervalId, long journalId) {}

  /// A rated piece of usage with its place in the books.
  public record Line(long intervalId, long seq, long journalId, RatedUsage rated) {}

  /// Until the transaction ends nobody else can book.
  public Progress lockProgress() {
    return jdbc.sql("select seq, interval_id, journal_id from accounting.progress for update")
        .query((rs, _) -> new Progress(rs.getLong(1), rs.getLong(2), rs.getLong(3)))
        .single();
  }

  public long bookedUpTo() {
    return jdbc.sql("select seq from accounting.progress").query(Long.class).single();
  }

  public void saveProgress(Progress progress) {
    jdbc.sql("update accounting.progress set seq = ?, interval_id = ?, journal_id = ?")
        .params(progress.seq(), progress.intervalId(), progress.journalId())
        .update();
  }

  /// Digests of those of `seqs` that were heard before.
  public SortedMap<Long, Long> heard(Collection<Long> seqs) {
    TreeMap<Long, Long> digests = new TreeMap<>();
    jdbc.sql("select seq, digest from accounting.heard where seq = any(?)")
        .param(seqs.toArray(Long[]::new))
        .query(
            rs -> {
              digests.put(rs.getLong(1), rs.getLong(2));
            });
    return digests;
  }

  public void addHeard(Map<Long, Long> digests) {
    CopyRows rows = new CopyRows();
    digests.forEach((seq, digest) -> rows.field(seq).field(digest).endRow());
    rows.writeTo(dataSource, "heard (seq, digest)");
  }

  public SortedMap<RunId, OpenRun> openRuns(SortedSet<RunId> ids) {
    TreeMap<RunId, OpenRun> runs = new TreeMap<>();
    jdbc.sql("select state from accounting.open_run where run = any(?)")
        .param(ids.stream().map(RunId::value).toArray(String[]::new))
        .query(
            rs -> {
              OpenRun run = RunStateJson.read(rs.getString(1));
              runs.put(run.run().run(), run);
            });
    return runs;
  }

  public void saveOpenRuns(Collection<OpenRun> runs) {
    if (runs.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            insert into accounting.open_run (run, job, project, bound_at, state)
            select run, job, project, bound_at::timestamptz, state::jsonb
              from unnest(?, ?, ?, ?, ?) as open (run, job, project, bound_at, state)
            on conflict (run) do update set state = excluded.state
            """)
        .params(
            texts(runs, run -> run.run().run().value()),
            texts(runs, run -> run.run().job().value()),
            texts(runs, run -> run.run().project()),
            texts(runs, run -> run.boundAt().toString()),
            texts(runs, RunStateJson::write))
        .update();
  }

  public void removeOpenRuns(SortedSet<RunId> ids) {
    if (!ids.isEmpty()) {
      jdbc.sql("delete from accounting.open_run where run = any(?)")
          .param(ids.stream().map(RunId::value).toArray(String[]::new))
          .update();
    }
  }

  private static <T> String[] texts(
      Collection<T> values, java.util.function.Function<T, String> text) {
    return values.stream().map(text).toArray(String[]::new);
  }

  /// Adds intervals, what they cost and their sums; makes the partitions of months that are new.
  public void addLines(List<Line> lines) {
    addMonths(lines);
    CopyRows intervals = new CopyRows();
    CopyRows rated = new CopyRows();
    for (Line line : lines) {
      interval(intervals, line);
      switch (line.rated().pricing()) {
        case Pricing.Priced(long rateId, int version, long price, _) ->
            rated(rated, line, true).field(rateId).field(version).field(price);
        case Pricing.Free() -> rated(rated, line, false).nothing().nothing().field(0);
        case Pricing.Unpriced() -> {
          continue;
        }
      }
      rated.field(line.rated().charge().units()).field(line.journalId()).endRow();
    }
    intervals.writeTo(
        dataSource,
        "usage_interval (id, run, job, attempt, job_name, project, login, pool, model,"
            + " usage_class, meter, milli_gpus, from_at, to_at, quantity, seq)");
    rated.writeTo(dataSource, RATED_LINE);
    List<RatedUsage> pieces = lines.stream().map(Line::rated).toList();
    rollUps.add(RollUp.of(pieces));
    jobSpans.add(JobSpans.of(pieces));
  }

  private static void interval(CopyRows rows, Line line) {
    UsageInterval usage = line.rated().usage();
    rows.field(line.intervalId())
        .field(usage.run().run())
        .field(usage.run().job())
        .field(usage.run().attempt())
        .field(usage.run().jobName())
        .field(usage.run().project())
        .field(usage.run().user())
        .field(usage.pool())
        .field(usage.model())
        .field(usage.usageClass())
        .field(usage.meter())
        .field(usage.milliGpus())
        .field(usage.from())
        .field(usage.to())
        .field(usage.time().milliGpuMillis())
        .field(line.seq())
        .endRow();
  }

  private static CopyRows rated(CopyRows rows, Line line, boolean billed) {
    UsageInterval usage = line.rated().usage();
    return rows.field(line.intervalId())
        .field(usage.from())
        .field(usage.from())
        .field(usage.to())
        .field(usage.milliGpus())
        .field(billed);
  }

  private void addMonths(List<Line> lines) {
    TreeSet<LocalDate> months = new TreeSet<>();
    for (Line line : lines) {
      Instant from = line.rated().usage().from();
      months.add(from.atOffset(ZoneOffset.UTC).toLocalDate().withDayOfMonth(1));
    }
    for (LocalDate month : months) {
      jdbc.sql("call accounting.add_month(?)").param(month).update();
    }
  }

  public void addJournal(
      long id, String kind, String reference, Instant at, String currency, List<Posting> postings) {
    if (postings.isEmpty()) {
      return;
    }
    jdbc.sql(
            "insert into accounting.journal (id, kind, reference, posted_at, posted_by)"
                + " values (?, ?, ?, ?, 'ledger')")
        .params(id, kind, reference, TimeParameters.at(at))
        .update();
    CopyRows rows = new CopyRows();
    for (Posting posting : postings) {
      rows.field(id).field(posting.account()).field(currency).field(posting.amount().units());
      rows.endRow();
    }
    rows.writeTo(dataSource, "posting (journal_id, account, currency, amount)");
  }

  public void addCapacities(List<NodeCapacity> capacities) {
    CopyRows rows = new CopyRows();
    for (NodeCapacity capacity : capacities) {
      rows.field(capacity.seq())
          .field(capacity.at())
          .field(capacity.node().cluster())
          .field(capacity.node().name())
          .field(capacity.pool())
          .field(capacity.model())
          .field(capacity.milliGpus())
          .field(capacity.state())
          .field(capacity.heldMilliGpus())
          .endRow();
    }
    rows.writeTo(
        dataSource,
        "node_capacity"
            + " (seq, at, cluster, node, pool, model, milli_gpus, state, held_milli_gpus)");
  }

  public void addChains(List<Chain> chains) {
    CopyRows rows = new CopyRows();
    for (Chain chain : chains) {
      rows.field(chain.run().run())
          .field(chain.run().job())
          .field(chain.run().project())
          .field(chain.boundAt())
          .field(chain.releasedAt())
          .field(chain.releasedSeq())
          .field(chain.gapless())
          .endRow();
    }
    rows.writeTo(
        dataSource, "run_chain (run, job, project, bound_at, released_at, released_seq, gapless)");
  }

  public void addErrors(List<BookingError> errors, Instant at) {
    for (BookingError error : errors) {
      UsageEvent event = error.event();
      jdbc.sql(
              "insert into accounting.ingest_error (seq, code, detail, event, at)"
                  + " values (?, ?, ?, ?, ?)")
          .params(
              event.seq(), error.code(), error.detail(), event.toString(), TimeParameters.at(at))
          .update();
    }
  }
}
