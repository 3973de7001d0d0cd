package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent.RunReleased;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Turns what was heard of a run into intervals.
///
/// Is equivalent to: for each millisecond from bind to release, look which meter runs and what is
/// held, and join equal neighbours. Instants are cut to whole milliseconds; one that lies before
/// what was heard earlier counts as happening at the same time (the log's order decides).
public final class Meter {
  private final MeterPolicy policy;

  public Meter(MeterPolicy policy) {
    this.policy = policy;
  }

  public static Instant toMillis(Instant at) {
    return at.truncatedTo(ChronoUnit.MILLIS);
  }

  /// All pods run. Heard again, or after the notice to stop, it changes nothing.
  public OpenRun started(OpenRun run, Instant at) {
    return run.meter() == UsageMeter.SETUP
        ? run.withPhase(notBefore(run, at), UsageMeter.RUN)
        : run;
  }

  /// It was told to stop. Heard again, or after the end, it changes nothing.
  public OpenRun stopping(OpenRun run, Instant at, String reason) {
    boolean working = run.meter() == UsageMeter.SETUP || run.meter() == UsageMeter.RUN;
    return working ? run.withPhase(notBefore(run, at), policy.afterStop(reason)) : run;
  }

  /// Its processes ended. Heard again it changes nothing.
  public OpenRun ended(OpenRun run, Instant at) {
    return run.meter() == UsageMeter.TEARDOWN
        ? run
        : run.withPhase(notBefore(run, at), UsageMeter.TEARDOWN);
  }

  public OpenRun reclassified(OpenRun run, Instant at, List<GpuHolding> holdings) {
    return run.withHoldings(notBefore(run, at), holdings);
  }

  private static Instant notBefore(OpenRun run, Instant at) {
    Instant millis = toMillis(at);
    return millis.isBefore(run.lastAt()) ? run.lastAt() : millis;
  }

  /// All of the run up to `now`, as if it went on: `List<UsageInterval>` in order of time.
  public List<UsageInterval> accrued(OpenRun run, Instant now) {
    return intervals(run, run.boundAt(), toMillis(now), Instant.MAX);
  }

  /// All of the run, now that it is over. Lost work is counted back from the end of its work.
  public List<UsageInterval> released(OpenRun run, RunReleased event) {
    Instant end = notBefore(run, event.at());
    return intervals(run, run.boundAt(), end, creditedFrom(run, event, end));
  }

  /// What the intervals of the run must cover, now that it is over.
  Bookkeeper.Chain chain(OpenRun run, RunReleased event) {
    Instant end = notBefore(run, event.at());
    List<OpenRun.HoldingChange> changes = run.holdings();
    boolean gapless = true;
    for (int i = 0; i < changes.size(); i++) {
      Instant until = i + 1 < changes.size() ? changes.get(i + 1).from() : end;
      boolean holds = changes.get(i).holdings().stream().anyMatch(held -> held.milliGpus() > 0);
      gapless &= holds || !changes.get(i).from().isBefore(until);
    }
    return new Bookkeeper.Chain(run.run(), run.boundAt(), end, event.seq(), gapless);
  }

  /// The part of `intervals` that lies at or after `from`, cut there.
  public static List<UsageInterval> since(List<UsageInterval> intervals, Instant from) {
    List<UsageInterval> rest = new ArrayList<>();
    for (UsageInterval interval : intervals) {
      if (interval.to().isAfter(from)) {
        boolean whole = !interval.from().isBefore(from);
        rest.add(whole ? interval : interval.within(from, interval.to()));
      }
    }
    return rest;
  }

  private Instant creditedFrom(OpenRun run, RunReleased event, Instant end) {
    if (!run.everStarted()) {
      return policy.neverStartedIsFree() ? run.boundAt() : Instant.MAX;
    }
    if (!policy.isFault(event.outcome())) {
      return Instant.MAX;
    }
    Instant workEnd = workEnd(run, end);
    return workEnd.minusMillis(Math.max(0, event.lostMillis()));
  }

  private static Instant workEnd(OpenRun run, Instant end) {
    Instant workEnd = end;
    for (int i = run.phases().size() - 1; i > 0; i--) {
      if (run.phases().get(i).meter() == UsageMeter.RUN) {
        break;
      }
      workEnd = run.phases().get(i).from();
    }
    return workEnd;
  }

  private static List<UsageInterval> intervals(
      OpenRun run, Instant from, Instant to, Instant creditedFrom) {
    List<Instant> cuts = cuts(run, from, to, creditedFrom);
    List<UsageInterval> result = new ArrayList<>();
    Map<Account, Integer> current = new TreeMap<>();
    for (int i = 0; i + 1 < cuts.size(); i++) {
      Instant start = cuts.get(i);
      boolean credited = !start.isBefore(creditedFrom);
      UsageMeter meter = credited ? UsageMeter.NONBILLABLE : meterAt(run, start);
      Map<Account, Integer> next = new TreeMap<>();
      for (Map.Entry<Account, Long> held : heldAt(run, start).entrySet()) {
        Account account = held.getKey();
        UsageInterval slice = account.interval(run, meter, held.getValue(), start, cuts.get(i + 1));
        next.put(account, append(result, current.getOrDefault(account, -1), slice));
      }
      current = next;
    }
    return result;
  }

  /// Lengthens the interval at `index` by `slice` if it only goes on, else adds it; its place.
  private static int append(List<UsageInterval> result, int index, UsageInterval slice) {
    if (index >= 0) {
      UsageInterval before = result.get(index);
      if (before.meter() == slice.meter() && before.milliGpus() == slice.milliGpus()) {
        result.set(index, before.within(before.from(), slice.to()));
        return index;
      }
    }
    result.add(slice);
    return result.size() - 1;
  }

  private static List<Instant> cuts(OpenRun run, Instant from, Instant to, Instant credited) {
    TreeSet<Instant> cuts = new TreeSet<>();
    cuts.add(from);
    cuts.add(to);
    cuts.add(credited);
    run.phases().forEach(phase -> cuts.add(phase.from()));
    run.holdings().forEach(change -> cuts.add(change.from()));
    return cuts.stream().filter(cut -> !cut.isBefore(from) && !cut.isAfter(to)).toList();
  }

  private static UsageMeter meterAt(OpenRun run, Instant at) {
    UsageMeter meter = UsageMeter.SETUP;
    for (OpenRun.Phase phase : run.phases()) {
      if (!phase.from().isAfter(at)) {
        meter = phase.meter();
      }
    }
    return meter;
  }

  private static Map<Account, Long> heldAt(OpenRun run, Instant at) {
    List<GpuHolding> held = List.of();
    for (OpenRun.HoldingChange change : run.holdings()) {
      if (!change.from().isAfter(at)) {
        held = change.holdings();
      }
    }
    Map<Account, Long> sums = new TreeMap<>();
    for (GpuHolding holding : held) {
      if (holding.milliGpus() > 0) {
        Account account = new Account(holding.pool(), holding.model(), holding.usageClass());
        sums.merge(account, holding.milliGpus(), Math::addExact);
      }
    }
    return sums;
  }

  private record Account(String pool, String model, UsageClass usageClass)
      implements Comparable<Account> {
    @Override
    public int compareTo(Account other) {
      int byPool = pool.compareTo(other.pool);
      int byModel = byPool != 0 ? byPool : model.compareTo(other.model);
      return byModel != 0 ? byModel : usageClass.compareTo(other.usageClass);
    }

    UsageInterval interval(
        OpenRun run, UsageMeter meter, long milliGpus, Instant from, Instant to) {
      return new UsageInterval(run.run(), pool, model, usageClass, meter, milliGpus, from, to);
    }
  }
}
