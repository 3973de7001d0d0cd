package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Budget;
import io.gpuaas.accounting.BudgetGate.Ask;
import io.gpuaas.accounting.Budgets.Standing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Outlook;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.internal.engine.Buckets;
import io.gpuaas.accounting.internal.engine.BudgetRules;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BudgetStore;
import io.gpuaas.accounting.internal.store.BudgetStore.Hold;
import io.gpuaas.accounting.internal.store.BudgetStore.Kept;
import io.gpuaas.accounting.internal.store.LineStore;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent.RunRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// How budgets stand: what the ledger says was used, and what running jobs may cost at most.
///
/// Holds are read before usage, so that a run that is booked in between counts twice rather than
/// never.
@Component
class BudgetStandings {
  private final BudgetStore store;
  private final LineStore lines;
  private final UsageQueries usage;
  private final RateStore rates;
  private final ChargesToDate beside;
  private final MeterPolicy policy = MeterPolicy.standard();
  private final Meter meter = new Meter(policy);

  BudgetStandings(
      BudgetStore store,
      LineStore lines,
      UsageQueries usage,
      RateStore rates,
      ChargesToDate beside) {
    this.store = store;
    this.lines = lines;
    this.usage = usage;
    this.rates = rates;
    this.beside = beside;
  }

  /// The standings of `budgets` in the periods that `now` lies in.
  List<Standing> of(List<Kept> budgets, SortedMap<String, ProjectHome> homes, Instant now) {
    return budgets.isEmpty() ? List.of() : of(budgets, store.holds(), homes, now);
  }

  /// The same, if `holds` were what is held.
  List<Standing> of(
      List<Kept> budgets, List<Hold> holds, SortedMap<String, ProjectHome> homes, Instant now) {
    Map<RunId, OpenRun> open = new TreeMap<>();
    if (!holds.isEmpty()) {
      lines.openRuns().forEach(run -> open.put(run.run().run(), run));
    }
    Rater rater = rater();
    List<Standing> standings = new ArrayList<>();
    for (Kept kept : budgets) {
      Buckets.Bucket period = BudgetRules.period(kept.budget(), now);
      Charge held = Charge.ZERO;
      for (Hold hold : holds) {
        if (covers(kept.budget(), hold.run(), homes)) {
          OpenRun run = open.get(hold.run().run());
          held = held.plus(rest(hold, run, rater, period, now));
        }
      }
      standings.add(standing(kept, period, used(kept.budget(), period, homes, now), held, now));
    }
    return standings;
  }

  private static Standing standing(
      Kept kept, Buckets.Bucket period, Charge used, Charge held, Instant now) {
    return new Standing(
        kept.budget(),
        period.from(),
        period.to(),
        used,
        held,
        Outlook.evenly(used, period.from(), now, period.to()),
        BudgetRules.reached(kept.budget(), used.plus(held)),
        inPeriod(kept.exhaustedAt(), period),
        kept.overriddenUntil());
  }

  /// What was noted in an earlier period says nothing of this one.
  private static @Nullable Instant inPeriod(@Nullable Instant noted, Buckets.Bucket period) {
    return noted == null || noted.isBefore(period.from()) ? null : noted;
  }

  static boolean covers(Budget budget, RunRef run, SortedMap<String, ProjectHome> homes) {
    ProjectHome home = homes.getOrDefault(run.project(), new ProjectHome("", "", ""));
    return budget.covers(run.project(), home, run.user());
  }

  Rater rater() {
    return new Rater(new PriceBook(rates.rates()), policy);
  }

  /// What the run may cost in the period beyond what it has cost; never negative.
  private Charge rest(
      Hold hold, @Nullable OpenRun run, Rater rater, Buckets.Bucket period, Instant now) {
    Charge most = most(hold.run(), hold.holdings(), hold.from(), hold.to(), rater, period);
    Charge spent = Charge.ZERO;
    if (run != null) {
      for (UsageInterval accrued : meter.accrued(run, now)) {
        spent = spent.plus(charge(accrued, rater, period));
      }
    }
    return most.compareTo(spent) > 0 ? most.minus(spent) : Charge.ZERO;
  }

  /// What the run that is asked for may cost in the period.
  Charge most(Ask ask, Rater rater, Buckets.Bucket period) {
    Instant to = ask.maxRuntimeMillis() == 0 ? null : ask.at().plusMillis(ask.maxRuntimeMillis());
    return most(ask.run(), ask.holdings(), ask.at(), to, rater, period);
  }

  private static Charge most(
      RunRef run,
      List<GpuHolding> holdings,
      Instant from,
      @Nullable Instant to,
      Rater rater,
      Buckets.Bucket period) {
    Instant start = Meter.toMillis(from);
    Instant end = to == null ? period.to() : Meter.toMillis(to);
    Charge sum = Charge.ZERO;
    for (GpuHolding holding : holdings) {
      if (holding.milliGpus() > 0 && start.isBefore(end)) {
        UsageInterval imagined =
            new UsageInterval(
                run,
                holding.pool(),
                holding.model(),
                holding.usageClass(),
                UsageMeter.RUN,
                holding.milliGpus(),
                start,
                end);
        sum = sum.plus(charge(imagined, rater, period));
      }
    }
    return sum;
  }

  private static Charge charge(UsageInterval usage, Rater rater, Buckets.Bucket period) {
    Instant from = usage.from().isBefore(period.from()) ? period.from() : usage.from();
    Instant to = usage.to().isAfter(period.to()) ? period.to() : usage.to();
    if (!from.isBefore(to)) {
      return Charge.ZERO;
    }
    return rater.rate(usage.within(from, to)).stream()
        .map(RatedUsage::charge)
        .reduce(Charge.ZERO, Charge::plus);
  }

  private Charge used(
      Budget budget, Buckets.Bucket period, SortedMap<String, ProjectHome> homes, Instant now) {
    UsageQuestion all = UsageQuestion.of(period.from(), period.to(), now, List.of()).withoutJobs();
    UsageQuestion own =
        switch (budget.scopeKind()) {
          case ORGANISATION -> all;
          case DEPARTMENT -> all.ofProjects(new UsageQuestion.Projects.Only(in(budget, homes)));
          case PROJECT ->
              all.ofProjects(
                  new UsageQuestion.Projects.Only(new TreeSet<>(List.of(budget.scope()))));
          case USER -> all.withFilter(only(Dimension.USER, budget.scope()));
        };
    return usage.report(own).total().charge().plus(besideUsage(budget, period, homes, now));
  }

  /// Charges beside usage are those of projects, never of a person.
  private Charge besideUsage(
      Budget budget, Buckets.Bucket period, SortedMap<String, ProjectHome> homes, Instant now) {
    Instant until = now.isBefore(period.to()) ? now : period.to();
    Charge sum = Charge.ZERO;
    for (Map.Entry<String, Charge> one :
        beside.since(period.from(), budget.zone(), until).entrySet()) {
      boolean own =
          switch (budget.scopeKind()) {
            case ORGANISATION -> true;
            case DEPARTMENT -> in(budget, homes).contains(one.getKey());
            case PROJECT -> one.getKey().equals(budget.scope());
            case USER -> false;
          };
      sum = own ? sum.plus(one.getValue()) : sum;
    }
    return sum;
  }

  private static SortedSet<String> in(Budget budget, SortedMap<String, ProjectHome> homes) {
    TreeSet<String> projects = new TreeSet<>();
    homes.forEach(
        (project, home) -> {
          if (home.department().equals(budget.scope())) {
            projects.add(project);
          }
        });
    return projects;
  }

  private static SortedMap<Dimension, SortedSet<String>> only(Dimension dimension, String value) {
    TreeMap<Dimension, SortedSet<String>> filter = new TreeMap<>();
    filter.put(dimension, new TreeSet<>(Collections.singleton(value)));
    return filter;
  }
}
