package io.gpuaas.launch;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Starts a throw-away product, asks it for what the first person looks at, and ends: a run for the
/// Java machine to learn which classes and methods that needs. The launcher script makes its cache
/// for later starts from it, so that the first chart of a day need not wait for them.
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final Instant ANY_TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TIMES = 5;
  private static final String DECEMBER = "from=2025-12-01&to=2026-01-01";

  /// What the pages of the portal read that draw charts, and the first page.
  private static final List<String> READINGS =
      List.of(
          "me",
          "jobs?limit=12&sort=-submittedAt",
          "availability",
          "nodes?limit=200",
          "quota-tree",
          "costs/month-to-date",
          "costs/idle?month=2025-12&policy=UNUSED_NOMINAL",
          "costs?groupBy=day,project&" + DECEMBER,
          "usage?groupBy=day,class&jobs=false&" + DECEMBER,
          "budgets",
          "conservation?" + DECEMBER,
          "reports/waits?groupBy=size&" + DECEMBER,
          "reports/waits?groupBy=day&" + DECEMBER,
          "reports/reliability?" + DECEMBER);

  @Override
  public Integer call() {
    try (VirtualProduct product = VirtualProduct.start(ANY_TIME)) {
      Readiness.await(product.url(), null);
      for (int i = 0; i < TIMES; i++) {
        READINGS.forEach(it -> Readiness.read(product.url() + "/api/v1/" + it, product.token()));
      }
    }
    return Launcher.DONE;
  }
}
