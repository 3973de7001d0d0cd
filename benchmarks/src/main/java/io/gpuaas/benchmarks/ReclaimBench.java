package io.gpuaas.benchmarks;

import java.util.List;
import java.util.function.Consumer;

/// `bench reclaim`: whole nodes are taken back for a gang, with and without a required rack.
final class ReclaimBench implements Bench {
  @Override
  public String name() {
    return "reclaim";
  }

  @Override
  public List<String> options() {
    return List.of("nodes");
  }

  @Override
  public List<String> targets() {
    return List.of(
        "reclaim/1000 <= 50 ms, reclaim/10000 <= 1000 ms: 8n running jobs, a gang of n/10 nodes",
        "reclaim-racks/1000 <= 50 ms, reclaim-racks/10000 <= 1000 ms: the gang needs one rack");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) {
    for (int nodes : options.numbers("nodes", "1000,10000")) {
      double target = nodes <= 1000 ? 50 : 1000;
      report.accept(ReclaimWorlds.measure("reclaim/" + nodes, nodes, false, target));
      report.accept(ReclaimWorlds.measure("reclaim-racks/" + nodes, nodes, true, target));
    }
  }
}
