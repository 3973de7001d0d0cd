package io.gpuaas.launch.bench;

import io.gpuaas.launch.LaunchFault;
import io.gpuaas.launch.Testbed;
import io.gpuaas.launch.postgres.EmbeddedDatabase;
import io.gpuaas.launch.postgres.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `gpuaas bench ledger`, `bench rest`, `bench adapter`: benchmarks that need the product's parts
/// around the engine. The others are in the module `benchmarks`.
@Command(
    name = "bench",
    description = "Measures the ledger, the REST API or the adapter.",
    footer = {"", "Examples:", "  gpuaas bench --list", "  gpuaas bench rest --part streams"})
public final class BenchCommand implements Callable<Integer> {
  private static final int MISSED = 1;
  private static final List<String> NAMES = List.of("ledger", "rest", "adapter");

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "ledger, rest or adapter")
  private @Nullable String name;

  @Option(
      names = "--intervals",
      split = ",",
      defaultValue = "1000000,3000000,10000000",
      paramLabel = "N",
      description = "ledger: how much usage, one run for each (default: ${DEFAULT-VALUE}).")
  private List<Long> intervals = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "ledger: keeps the filled database here, and goes on with it when it is there already.")
  private @Nullable Path data;

  @Option(
      names = "--seconds",
      defaultValue = "20",
      paramLabel = "N",
      description = "rest: how long each load lasts (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--streams",
      defaultValue = "5000",
      paramLabel = "N",
      description = "rest: open event streams (default: ${DEFAULT-VALUE}).")
  private int streams;

  @Option(
      names = "--jobs",
      defaultValue = "100000",
      paramLabel = "N",
      description = "rest: jobs in the list (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description =
          "adapter: gangs, status, nodes; rest: submits, abuse, streams, lists (default: all).")
  private List<String> parts = List.of();

  @Option(
      names = "--kueue",
      description = "adapter: measures Kueue on the same bed instead of us, to compare.")
  private boolean kueue;

  @Option(names = "--list", description = "Names the figures and their targets.")
  private boolean list;

  private final AtomicBoolean missed = new AtomicBoolean();

  @Override
  public Integer call() throws Exception {
    String which = name == null && list ? "" : String.valueOf(name);
    if (!NAMES.contains(which) && !(list && which.isEmpty())) {
      throw new LaunchFault(
          "The benchmarks with more than the engine are %s, not %s."
              .formatted(String.join(", ", NAMES), name));
    }
    if (list) {
      Stream.of(LedgerBench.TARGETS, RestBench.TARGETS, AbuseBench.TARGETS, AdapterBench.TARGETS)
          .flatMap(List::stream)
          .filter(line -> line.startsWith(which))
          .forEach(System.out::println);
      return 0;
    }
    LoggingSystem.get(getClass().getClassLoader()).setLogLevel("ROOT", LogLevel.WARN);
    switch (which) {
      case "rest" -> rest();
      case "adapter" -> adapter();
      default -> {
        for (long size : intervals) {
          ledger(size);
        }
      }
    }
    return missed.get() ? MISSED : 0;
  }

  private void report(Figure figure) {
    System.out.println(figure.toJson());
    missed.compareAndSet(false, !figure.met());
  }

  private void rest() throws Exception {
    try (ServerUnderLoad server = ServerUnderLoad.start();
        LoadClient client = new LoadClient(server.url(), server.token())) {
      RestBench.Size size = new RestBench.Size(seconds, streams, jobs);
      new RestBench(server, client, size, this::report)
          .run(parts.isEmpty() ? RestBench.PARTS : parts);
    }
  }

  private void adapter() throws Exception {
    Path folder = Files.createTempDirectory("gpuaas-bench-");
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--nodes", Integer.toString(AdapterBench.NODES_OF_BED)));
    options.addAll(List.of("--gpus", Integer.toString(AdapterBench.GPUS_OF_NODE)));
    if (kueue) {
      options.addAll(List.of("--with", "kueue"));
    }
    try (Testbed bed = Testbed.start(folder, options)) {
      if (kueue) {
        new KueueBench(bed.kubeconfig(), this::report).run();
      } else {
        new AdapterBench(bed.kubeconfig(), this::report)
            .run(parts.isEmpty() ? AdapterBench.PARTS : parts);
      }
    } finally {
      FolderTree.delete(folder);
    }
  }

  private void ledger(long size) throws IOException {
    Path folder = data == null ? Files.createTempDirectory("gpuaas-bench-") : data;
    Files.createDirectories(folder);
    LedgerBench bench = new LedgerBench(size, this::report);
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder);
        LedgerProduct product =
            new LedgerProduct(database, "ledger_" + size, bench.history(), bench.now())) {
      bench.run(product);
    } finally {
      if (data == null) {
        EmbeddedDatabase.forget(folder);
      }
    }
  }
}
