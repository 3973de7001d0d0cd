package io.gpuaas.launch.bench;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Fills the books with a made-up past of a site and measures what finance would wait for.
final class LedgerBench {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final YearMonth FIRST_MONTH = YearMonth.of(2024, 2);
  private static final String STORED = "select count(*) from accounting.usage_interval";
  private static final int REPEATS = 5;
  private static final double INGEST_TARGET = 20_000;
  private static final double REPORT_TARGET = 300;
  private static final double CLOSE_TARGET = 60;

  static final List<String> TARGETS =
      List.of(
          "ledger\tledger/N/ingest >= 20,000 intervals/s",
          "ledger\tledger/N/month-report <= 300 ms",
          "ledger\tledger/N/close <= 60 s",
          "ledger\tledger/N/re-rating: the same bytes");

  private final long intervals;
  private final Consumer<Figure> report;
  private final SiteHistory history;
  private final Instant now;
  private YearMonth month = FIRST_MONTH;

  LedgerBench(long intervals, Consumer<Figure> report) {
    this.intervals = intervals;
    this.report = report;
    this.history = new SiteHistory(intervals / 3);
    this.now = history.end().plusSeconds(100_000);
  }

  void run(LedgerProduct product) {
    if (product.get(RateCardAdmin.class).list().isEmpty()) {
      price(product);
    }
    ingest(product);
    while (!product.get(PeriodClosing.class).states(month).isEmpty()) {
      month = month.plusMonths(1);
    }
    months(product);
    close(product);
    reRate(product);
  }

  SiteHistory history() {
    return history;
  }

  Instant now() {
    return now;
  }

  private static void price(LedgerProduct product) {
    List<RateCardDraft.Line> lines = new ArrayList<>();
    for (int model = 0; model < SiteHistory.MODELS; model++) {
      String name = "model-" + model;
      String price = "%d.750000".formatted(model + 1);
      String start = "2023-12-01T00:00:00Z";
      lines.add(new RateCardDraft.Line("", name, "", "", price, start, ""));
      lines.add(new RateCardDraft.Line("", name, "BORROWED", "", "0.500000", start, ""));
    }
    product.get(RateCardAdmin.class).save(new RateCardDraft("list", "EUR", lines), 0, "bench");
  }

  /// Nothing is reported of a kept database that has it all.
  private void ingest(LedgerProduct product) {
    long before = product.count(STORED);
    if (before >= intervals) {
      return;
    }
    long start = System.nanoTime();
    product.get(LedgerFollower.class).catchUp();
    double seconds = (System.nanoTime() - start) / 1e9;
    long stored = product.count(STORED);
    report.accept(
        Figure.higher(name("ingest"), (stored - before) / seconds, "intervals/s", INGEST_TARGET)
            .with(
                stored >= intervals,
                Map.of(
                    "intervals", stored,
                    "keptFromBefore", before,
                    "seconds", seconds,
                    "databaseMiB", product.count(LedgerProduct.SIZE) / 1024 / 1024)));
    product.tidy();
  }

  private void months(LedgerProduct product) {
    UsageQueries usage = product.get(UsageQueries.class);
    UsageQuestion asked = question(List.of(Dimension.PROJECT, Dimension.MODEL));
    // Grouping by user makes it read every interval.
    UsageReport exact =
        usage.report(question(List.of(Dimension.PROJECT, Dimension.MODEL, Dimension.USER)));
    UsageReport summed = usage.report(asked);
    boolean same =
        summed.total().equals(exact.total()) && summed.total().time().milliGpuMillis() > 0;
    report.accept(
        Figure.lower(
                name("month-report"),
                median(() -> usage.report(asked.withoutJobs())),
                "ms",
                REPORT_TARGET)
            .with(same, Map.of("rows", summed.rows().size(), "sameAsIntervals", same)));
    report.accept(
        Figure.lower(name("month-report-with-jobs"), median(() -> usage.report(asked)), "ms", null)
            .with(same, Map.of("jobs", summed.total().jobs())));
    UsageQuestion days = question(List.of(Dimension.DAY, Dimension.PROJECT)).withoutJobs();
    report.accept(
        Figure.lower(name("days-by-project"), median(() -> usage.report(days)), "ms", null));
    UsageQuestion hours = question(List.of(Dimension.HOUR)).withoutJobs();
    report.accept(Figure.lower(name("hours"), median(() -> usage.report(hours)), "ms", null));
    CostQueries costs = product.get(CostQueries.class);
    report.accept(
        Figure.lower(
            name("month-to-date"),
            median(() -> costs.monthToDate(month, ZONE, now)),
            "ms",
            REPORT_TARGET));
    StatementQueries statements = product.get(StatementQueries.class);
    report.accept(
        Figure.lower(
            name("statements"), median(() -> statements.list(month, ZONE, now)), "ms", null));
  }

  private UsageQuestion question(List<Dimension> groupBy) {
    Instant from = month.atDay(1).atStartOfDay(ZONE).toInstant();
    Instant to = month.plusMonths(1).atDay(1).atStartOfDay(ZONE).toInstant();
    return UsageQuestion.of(from, to, now, groupBy).inZone(ZONE);
  }

  private void close(LedgerProduct product) {
    TreeSet<String> projects = new TreeSet<>();
    for (int i = 0; i < SiteHistory.PROJECTS; i++) {
      projects.add("project-" + i);
    }
    BigDecimal open =
        product.get(StatementQueries.class).list(month, ZONE, now).stream()
            .map(it -> it.total())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    long start = System.nanoTime();
    PeriodClosing.CloseOutcome outcome =
        product.get(PeriodClosing.class).close(month, ZONE, projects, "bench");
    double seconds = (System.nanoTime() - start) / 1e9;
    BigDecimal closed = BigDecimal.ZERO;
    if (outcome instanceof PeriodClosing.CloseOutcome.Closed(var statements)) {
      closed = statements.stream().map(it -> it.total()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
    report.accept(
        Figure.lower(name("close"), seconds, "s", CLOSE_TARGET)
            .with(
                open.compareTo(closed) == 0,
                Map.of(
                    "month", month, "total", closed.toPlainString(), "projects", projects.size())));
  }

  private void reRate(LedgerProduct product) {
    long start = System.nanoTime();
    Auditor.Reproduction found = product.get(Auditor.class).reproduce(month, ZONE);
    report.accept(
        Figure.lower(name("re-rating"), (System.nanoTime() - start) / 1e9, "s", null)
            .with(
                found.same() && found.lines() > 0,
                Map.of(
                    "month",
                    month,
                    "lines",
                    found.lines(),
                    "books",
                    found.books(),
                    "anew",
                    found.anew())));
  }

  private String name(String figure) {
    return "ledger/%d/%s".formatted(intervals, figure);
  }

  /// Milliseconds of the middle one of a few calls.
  private static double median(Supplier<?> work) {
    double[] millis = new double[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
      long start = System.nanoTime();
      Objects.requireNonNull(work.get());
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    return millis[REPEATS / 2];
  }
}
