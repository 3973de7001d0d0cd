package io.gpuaas.launch.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.launch.postgres.EmbeddedDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The bench of the books, small: it begins, measures all that it promises, and its results are
/// right. How fast it was is nobody's business here.
class LedgerBenchIT {
  @TempDir Path folder = Path.of("");

  @Test
  void measuresAMonthOfASmallSite() {
    List<Figure> figures = new ArrayList<>();
    LedgerBench bench = new LedgerBench(30_000, figures::add);
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder);
        LedgerProduct product =
            new LedgerProduct(database, "ledger_small", bench.history(), bench.now())) {
      bench.run(product);
    }
    assertThat(figures)
        .extracting(Figure::name)
        .contains(
            "ledger/30000/ingest",
            "ledger/30000/month-report",
            "ledger/30000/close",
            "ledger/30000/re-rating");
  }
}
