package io.gpuaas.benchmarks;

import java.util.List;

/// `gpuaas bench NAME [options]`: one JSON object per result, one per line. `--list` names what is
/// measured and must be reached, of all benchmarks or of one, and measures nothing.
///
/// Exit status: 0 all targets met; 1 one was missed; 2 the call or its data was wrong.
public final class BenchCommand {
  private static final List<Bench> ALL =
      List.of(
          new PeersBench(),
          new CycleBench(),
          new ReclaimBench(),
          new GangsBench(),
          new TopologyBench(),
          new ExplainBench(),
          new KueuePerfBench(),
          new OpenbBench(),
          new SimulateBench(),
          new FuzzBench(),
          new JmhBench());

  private static final String USAGE =
      """
      Usage: gpuaas bench NAME [options] | [NAME] --list
      Measures against stated targets, one line of JSON for each figure. Status 1: one is missed.
      Examples:
        gpuaas bench --list
        gpuaas bench cycle
      """;

  private BenchCommand() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    if (arguments.isEmpty() || arguments.contains("--help")) {
      System.err.print(USAGE);
      return arguments.isEmpty() ? 2 : 0;
    }
    if (arguments.getFirst().equals("--list")) {
      ALL.forEach(BenchCommand::list);
      for (String name : List.of("ledger", "rest", "adapter")) {
        System.out.printf("%s\tneeds the product: gpuaas bench %s --list%n", name, name);
      }
      return 0;
    }
    String name = arguments.getFirst();
    for (Bench bench : ALL) {
      if (bench.name().equals(name)) {
        if (arguments.contains("--list")) {
          list(bench);
          return 0;
        }
        return run(bench, arguments.subList(1, arguments.size()));
      }
    }
    System.err.printf("gpuaas bench does not know %s; see gpuaas bench --list.%n", name);
    return 2;
  }

  private static void list(Bench bench) {
    bench.targets().forEach(target -> System.out.println(bench.name() + "\t" + target));
  }

  private static int run(Bench bench, List<String> arguments) {
    int[] missed = {0};
    try {
      bench.run(
          Options.of(arguments, bench.options()),
          measurement -> {
            System.out.println(measurement.toJson());
            System.out.flush();
            missed[0] += measurement.met() ? 0 : 1;
          });
    } catch (Exception fault) {
      System.err.println("gpuaas bench " + bench.name() + ": " + fault.getMessage());
      return 2;
    }
    return missed[0] == 0 ? 0 : 1;
  }
}
