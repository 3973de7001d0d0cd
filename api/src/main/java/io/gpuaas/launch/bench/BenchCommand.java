package io.gpuaas.launch.bench;

import io.gpuaas.launch.LaunchFault;
import io.gpuaas.launch.postgres.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `gpuaas bench ledger`: benchmarks that need a database. The others are in the module
/// `benchmarks`.
@Command(name = "bench", description = "Measures the ledger against stated targets.")
public final class BenchCommand implements Callable<Integer> {
  private static final int MISSED = 1;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "ledger")
  private @Nullable String name;

  @Option(
      names = "--intervals",
      split = ",",
      defaultValue = "1000000,3000000,10000000",
      paramLabel = "N",
      description = "How much usage, one run for each (default: ${DEFAULT-VALUE}).")
  private List<Long> intervals = List.of();

  @Option(names = "--list", description = "Names the figures and their targets.")
  private boolean list;

  @Override
  public Integer call() throws IOException {
    if (list) {
      LedgerBench.TARGETS.forEach(System.out::println);
      return 0;
    }
    if (!"ledger".equals(name)) {
      throw new LaunchFault("The benchmark with a database is called ledger, not " + name + ".");
    }
    LoggingSystem.get(getClass().getClassLoader()).setLogLevel("ROOT", LogLevel.WARN);
    AtomicBoolean missed = new AtomicBoolean();
    for (long size : intervals) {
      measure(size, missed);
    }
    return missed.get() ? MISSED : 0;
  }

  private static void measure(long size, AtomicBoolean missed) throws IOException {
    Path folder = Files.createTempDirectory("gpuaas-bench-");
    LedgerBench bench =
        new LedgerBench(
            size,
            figure -> {
              System.out.println(figure.toJson());
              missed.compareAndSet(false, !figure.met());
            });
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder);
        LedgerProduct product =
            new LedgerProduct(database, "bench", bench.history(), bench.now())) {
      bench.run(product);
    } finally {
      EmbeddedDatabase.forget(folder);
    }
  }
}
