package io.gpuaas.benchmarks;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// `bench peers`: the scenarios on which rival schedulers were measured, with the same result
/// counts.
///
/// The peers' figures come from one 2-core machine, all of them on in-memory state. KAI and Volcano
/// look at more Kubernetes predicates per pod; Kueue's cycle chooses no nodes; KAI ran without its
/// scheduling signatures. Ours is the warm decision; the first one in the process is in the detail.
final class PeersBench implements Bench {

  /// @param peerMillis the fastest peer
  private record Case(String name, String peer, double peerMillis, Supplier<Measurement> run) {}

  private static final List<Case> CASES =
      List.of(
          reclaim(100, "Armada", 120, 6),
          reclaim(200, "KAI", 1_830, 91),
          reclaim(500, "Armada", 1_200, 60),
          reclaim(1000, "Armada", 3_600, 50),
          reclaim(10_000, "none", Double.NaN, 1_000),
          new Case("fill", "Armada", 1_340, () -> FillScenarios.fill("fill", 8000, 1, 1, 80)),
          new Case(
              "fill-gangs-small",
              "KAI",
              34_300,
              () -> FillScenarios.fill("fill-gangs-small", 1000, 8, 1, 80)),
          new Case(
              "fill-gangs-large",
              "Armada",
              100,
              () -> FillScenarios.fill("fill-gangs-large", 10, 100, 8, 5)),
          new Case("steady-full", "KAI", 115_800, FillScenarios::steadyFull),
          new Case("steady-deep", "Armada", 14_200, FillScenarios::steadyDeep),
          new Case("quota-drain", "Kueue", 14_900, QuotaScenarios::drain),
          new Case("quota-preempt/100", "Kueue", 510, () -> QuotaScenarios.preempt(10, 20)),
          new Case("quota-preempt/1000", "Kueue", 76_800, () -> QuotaScenarios.preempt(100, 300)),
          new Case("topology-preempt", "Kueue", 218, TopologyScenarios::preempt),
          new Case("topology-assign", "Kueue", 45.8, TopologyScenarios::assign),
          new Case("topology-slices", "Volcano", 16_400, TopologyScenarios::slices),
          new Case("stream", "YuniKorn", 4_600, FillScenarios::stream));

  private static Case reclaim(int nodes, String peer, double peerMillis, double target) {
    String name = "reclaim/" + nodes;
    return new Case(
        name, peer, peerMillis, () -> ReclaimWorlds.measure(name, nodes, false, target));
  }

  @Override
  public String name() {
    return "peers";
  }

  @Override
  public List<String> options() {
    return List.of("only");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "peers/reclaim/1000 <= 50 ms, /10000 <= 1000 ms; fill, fill-gangs-small <= 80 ms",
        "peers/fill-gangs-large <= 5 ms, steady-full <= 20 ms, steady-deep <= 20 ms after a change",
        "peers/quota-drain <= 500 ms, quota-preempt <= 20 ms (100 queues), <= 300 ms (1,000)",
        "peers/topology-preempt <= 5 ms, topology-assign <= 1 ms, topology-slices <= 10 ms",
        "peers/stream <= 100 ms");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) {
    String only = options.text("only", "");
    for (Case each : CASES) {
      if (each.name.contains(only)) {
        Measurement ours = each.run.get();
        Measurement named =
            new Measurement(
                "peers/" + each.name,
                ours.value(),
                ours.unit(),
                ours.better(),
                ours.target(),
                ours.valid(),
                ours.detail());
        report.accept(compared(named, each));
      }
    }
  }

  private static Measurement compared(Measurement ours, Case each) {
    return Double.isNaN(each.peerMillis)
        ? ours
        : ours.with("peer", each.peer)
            .with("peerMs", each.peerMillis)
            .with("timesFaster", each.peerMillis / ours.value());
  }
}
