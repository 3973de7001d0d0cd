package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.internal.engine.Buckets;
import io.gpuaas.accounting.internal.engine.CommitmentCover;
import io.gpuaas.accounting.internal.engine.EffectiveCosts;
import io.gpuaas.accounting.internal.store.JobCountStore;
import io.gpuaas.accounting.internal.store.LineStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.accounting.internal.store.SumStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Usage from the ledger and the open runs, both as of one moment.
@Service
class LedgerUsageQueries implements UsageQueries {
  private final LineStore lines;
  private final SumStore sums;
  private final JobCountStore jobs;
  private final RateStore rates;
  private final OpenUsage open;
  private final CommitmentCharges commitments;

  LedgerUsageQueries(
      LineStore lines,
      SumStore sums,
      JobCountStore jobs,
      RateStore rates,
      OpenUsage open,
      CommitmentCharges commitments) {
    this.lines = lines;
    this.jobs = jobs;
    this.sums = sums;
    this.rates = rates;
    this.open = open;
    this.commitments = commitments;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public UsageReport report(UsageQuestion question) {
    return report(question, open.upTo(question.now()));
  }

  private UsageReport report(UsageQuestion question, List<RatedUsage> live) {
    List<UsageReport.Row> rows = rows(question, live);
    return new UsageReport(
        rates.currency().orElse(Currencies.DEFAULT),
        question.groupBy(),
        rows.subList(0, rows.size() - 1),
        rows.getLast());
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public UsageReport costs(UsageQuestion question) {
    List<RatedUsage> live = open.upTo(question.now());
    UsageReport report = report(question, live);
    if (!EffectiveCosts.answers(question)) {
      return report;
    }
    EffectiveCosts effective = new EffectiveCosts(question);
    Instant end = earlier(question.to(), question.now());
    for (CommitmentCover cover : commitments.covers(live, question.from(), end)) {
      for (Buckets.Bucket bucket : LineStore.buckets(question)) {
        Instant to = earlier(bucket.to(), end);
        if (bucket.from().isBefore(to)) {
          cover.in(bucket.from(), to).forEach(it -> effective.add(bucket.label(), it));
        }
      }
    }
    return effective.of(report);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /// From the sums if they tell enough, jobs counted beside them; else from every interval.
  private List<UsageReport.Row> rows(UsageQuestion question, List<RatedUsage> live) {
    if (!SumStore.answers(question) || (question.countJobs() && !JobCountStore.answers(question))) {
      return lines.report(question, live);
    }
    List<UsageReport.Row> rows = sums.report(question, live);
    if (!question.countJobs()) {
      return rows;
    }
    Map<List<String>, Long> counts = jobs.count(question, live);
    return rows.stream().map(row -> row.withJobs(counts.getOrDefault(row.key(), 0L))).toList();
  }
}
