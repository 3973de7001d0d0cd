package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.UsageEvent.RunRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What has been heard of a run that still holds GPUs. Everything else is computed from it.
///
/// @param phases from which instant which meter runs; the first is the bind, instants never fall
/// @param holdings from which instant it holds what; the first is the bind, instants never fall
/// @param stored its intervals that are in the books already, because a month was closed
/// @param storedUpTo all of it before this instant is stored
public record OpenRun(
    RunRef run,
    List<Phase> phases,
    List<HoldingChange> holdings,
    List<UsageInterval> stored,
    Instant storedUpTo) {
  public OpenRun {
    phases = List.copyOf(phases);
    holdings = List.copyOf(holdings);
    stored = List.copyOf(stored);
  }

  /// `meter` runs from `from` on.
  public record Phase(Instant from, UsageMeter meter) {}

  /// `holdings` is what is held from `from` on.
  public record HoldingChange(Instant from, List<GpuHolding> holdings) {
    public HoldingChange {
      holdings = List.copyOf(holdings);
    }
  }

  public static OpenRun bound(RunRef run, Instant at, List<GpuHolding> holdings) {
    return new OpenRun(
        run,
        List.of(new Phase(at, UsageMeter.SETUP)),
        List.of(new HoldingChange(at, holdings)),
        List.of(),
        at);
  }

  public Instant boundAt() {
    return phases.getFirst().from();
  }

  public UsageMeter meter() {
    return phases.getLast().meter();
  }

  /// The instant of the last thing heard.
  public Instant lastAt() {
    Instant phase = phases.getLast().from();
    Instant holding = holdings.getLast().from();
    return phase.isAfter(holding) ? phase : holding;
  }

  public boolean everStarted() {
    return phases.stream().anyMatch(phase -> phase.meter() == UsageMeter.RUN);
  }

  OpenRun withPhase(Instant at, UsageMeter meter) {
    List<Phase> longer = new ArrayList<>(phases);
    longer.add(new Phase(at, meter));
    return new OpenRun(run, longer, holdings, stored, storedUpTo);
  }

  OpenRun withHoldings(Instant at, List<GpuHolding> newHoldings) {
    List<HoldingChange> longer = new ArrayList<>(holdings);
    longer.add(new HoldingChange(at, newHoldings));
    return new OpenRun(run, phases, longer, stored, storedUpTo);
  }

  /// The same run after `more` was stored, which is all of it before `instant`.
  public OpenRun withStored(List<UsageInterval> more, Instant instant) {
    List<UsageInterval> longer = new ArrayList<>(stored);
    longer.addAll(more);
    return new OpenRun(run, phases, holdings, longer, instant);
  }
}
