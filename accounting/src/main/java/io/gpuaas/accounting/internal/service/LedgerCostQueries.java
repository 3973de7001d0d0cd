package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.Outlook;
import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.internal.store.JobLineStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/// Costs so far, of projects and of jobs.
@Service
class LedgerCostQueries implements CostQueries {
  /// Of them the band of an outlook is made: full days, in UTC.
  private static final int BAND_DAYS = 28;

  private final UsageQueries usage;
  private final JobLineStore jobLines;
  private final RateStore rates;
  private final OpenUsage open;
  private final ChargesToDate charges;

  LedgerCostQueries(
      UsageQueries usage,
      JobLineStore jobLines,
      RateStore rates,
      OpenUsage open,
      ChargesToDate charges) {
    this.usage = usage;
    this.jobLines = jobLines;
    this.rates = rates;
    this.open = open;
    this.charges = charges;
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public MonthToDate monthToDate(Period period, Instant now) {
    Instant from = period.from();
    Instant to = period.to();
    UsageReport report =
        usage.report(
            UsageQuestion.of(from, to, now, List.of(Dimension.PROJECT, Dimension.CLASS))
                .withoutJobs());
    SortedMap<String, ProjectCost> projects = new TreeMap<>();
    ProjectCost total = none("");
    for (UsageReport.Row row : report.rows()) {
      String project = row.key().getFirst();
      ProjectCost cost = cost(project, row);
      projects.merge(project, cost, LedgerCostQueries::plus);
      total = plus(total, cost);
    }
    for (Map.Entry<String, Charge> one : charges.of(period, now).entrySet()) {
      ProjectCost beside = beside(one.getKey(), one.getValue());
      projects.merge(one.getKey(), beside, LedgerCostQueries::plus);
      total = plus(total, beside);
    }
    return new MonthToDate(
        period.month(), from, to, report.currency(), List.copyOf(projects.values()), total);
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public Outlook outlook(Period period, SortedSet<String> projects, Charge used, Instant now) {
    Instant today = now.truncatedTo(ChronoUnit.DAYS);
    Instant from = today.minus(BAND_DAYS, ChronoUnit.DAYS);
    UsageQuestion question =
        UsageQuestion.of(from, today, now, List.of(Dimension.DAY))
            .ofProjects(new UsageQuestion.Projects.Only(projects))
            .withoutJobs();
    SortedMap<LocalDate, Charge> days = new TreeMap<>();
    for (UsageReport.Row row : usage.report(question).rows()) {
      days.put(LocalDate.parse(row.key().getFirst()), row.charge());
    }
    List<Charge> all = new ArrayList<>();
    if (!days.isEmpty()) {
      days.firstKey()
          .datesUntil(LocalDate.ofInstant(today, ZoneOffset.UTC))
          .forEach(day -> all.add(days.getOrDefault(day, Charge.ZERO)));
    }
    return Outlook.of(used, period.from(), now, period.to(), all);
  }

  private static ProjectCost none(String project) {
    return beside(project, Charge.ZERO);
  }

  private static ProjectCost beside(String project, Charge charge) {
    GpuTime zero = GpuTime.ZERO;
    return new ProjectCost(project, zero, zero, zero, zero, zero, Charge.ZERO, charge);
  }

  private static ProjectCost cost(String project, UsageReport.Row row) {
    boolean borrowed = row.key().getLast().equals(UsageClass.BORROWED.name());
    boolean nominal = row.key().getLast().equals(UsageClass.NOMINAL.name());
    return new ProjectCost(
        project,
        row.time(),
        nominal ? row.time() : GpuTime.ZERO,
        borrowed ? row.time() : GpuTime.ZERO,
        row.unbilled(),
        row.unrated(),
        row.charge(),
        Charge.ZERO);
  }

  private static ProjectCost plus(ProjectCost one, ProjectCost other) {
    return new ProjectCost(
        one.project(),
        one.time().plus(other.time()),
        one.nominal().plus(other.nominal()),
        one.borrowed().plus(other.borrowed()),
        one.unbilled().plus(other.unbilled()),
        one.unrated().plus(other.unrated()),
        one.charge().plus(other.charge()),
        one.beside().plus(other.beside()));
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public JobCost ofJob(JobId job, Instant now) {
    return costs(List.of(job), now).values().iterator().next();
  }

  @Override
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  public SortedMap<JobId, JobCost> ofJobs(List<JobId> jobs, Instant now) {
    return costs(jobs, now);
  }

  private SortedMap<JobId, JobCost> costs(List<JobId> jobs, Instant now) {
    Map<JobId, List<RunCost>> runs = jobLines.runsOf(jobs, open.of(jobs, now));
    String currency = rates.currency().orElse(Currencies.DEFAULT);
    SortedMap<JobId, JobCost> costs = new TreeMap<>();
    for (JobId job : new TreeSet<>(jobs)) {
      costs.put(job, cost(job, currency, runs.getOrDefault(job, List.of())));
    }
    return costs;
  }

  private static JobCost cost(JobId job, String currency, List<RunCost> runs) {
    GpuTime time = GpuTime.ZERO;
    GpuTime unbilled = GpuTime.ZERO;
    GpuTime unrated = GpuTime.ZERO;
    Charge charge = Charge.ZERO;
    for (RunCost run : runs) {
      time = time.plus(run.time());
      unbilled = unbilled.plus(run.unbilled());
      unrated = unrated.plus(run.unrated());
      charge = charge.plus(run.charge());
    }
    return new JobCost(job, currency, time, unbilled, unrated, charge, runs);
  }
}
