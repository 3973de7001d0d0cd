package io.gpuaas.benchmarks;

import java.util.List;
import java.util.function.Consumer;

/// `bench topology`: one gang of 4,096 GPUs in one block, in slices of one rack.
final class TopologyBench implements Bench {
  @Override
  public String name() {
    return "topology";
  }

  @Override
  public List<String> targets() {
    return List.of("topology/10000 <= 20 ms: 4,096 GPUs in one block, rack slices, 70 % full");
  }

  @Override
  public void run(Options options, Consumer<Measurement> report) {
    report.accept(TopologyScenarios.largeGang());
  }
}
