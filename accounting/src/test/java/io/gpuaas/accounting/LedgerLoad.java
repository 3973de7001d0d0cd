package io.gpuaas.accounting;

import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEvent.RunBound;
import io.gpuaas.core.UsageEvent.RunEnded;
import io.gpuaas.core.UsageEvent.RunRef;
import io.gpuaas.core.UsageEvent.RunReleased;
import io.gpuaas.core.UsageEvent.RunStarted;
import io.gpuaas.core.UsageEventLog;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// Fills the books with made-up runs and times what the issue asks for. Run by hand: `LedgerLoad
/// RUNS` prints one line per figure.
public final class LedgerLoad {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  private LedgerLoad() {}

  public static void main(String[] args) {
    int runs = Integer.parseInt(args[0]);
    long spacing = Duration.ofDays(1_000).toMillis() / runs;
    try (Books books = Books.open(new MadeUpLog(runs, spacing), "2023-12-01T00:00:00Z")) {
      Prices.flat(books, "2.5");
      timed("ingest", () -> books.get(LedgerFollower.class).catchUp());
      long intervals =
          books
              .jdbc()
              .sql("select count(*) from accounting.usage_interval")
              .query(Long.class)
              .single();
      System.out.println("intervals " + intervals);
      Instant now = START.plus(Duration.ofDays(1_100));
      for (int i = 0; i < 3; i++) {
        timed(
            "month by project and model",
            () ->
                books
                    .get(UsageQueries.class)
                    .report(
                        UsageQuestion.of(
                            Instant.parse("2025-03-01T00:00:00Z"),
                            Instant.parse("2025-04-01T00:00:00Z"),
                            now,
                            List.of(Dimension.PROJECT, Dimension.MODEL)))
                    .rows()
                    .size());
      }
      timed(
          "month to date",
          () ->
              books
                  .get(CostQueries.class)
                  .monthToDate(YearMonth.of(2025, 3), ZoneOffset.UTC, now)
                  .items()
                  .size());
      timed(
          "statements",
          () ->
              books
                  .get(StatementQueries.class)
                  .list(YearMonth.of(2025, 3), ZoneOffset.UTC, now)
                  .size());
      timed(
          "100 jobs",
          () ->
              books
                  .get(CostQueries.class)
                  .ofJobs(
                      java.util.stream.IntStream.range(0, 100)
                          .mapToObj(i -> new JobId("job-" + i * 7))
                          .toList(),
                      now)
                  .size());
    }
  }

  private static void timed(String name, Supplier<Object> work) {
    long start = System.nanoTime();
    Object result = work.get();
    System.out.printf("%s %d ms (%s)%n", name, (System.nanoTime() - start) / 1_000_000, result);
  }

  /// Four events per run, made when they are asked for.
  private record MadeUpLog(int runs, long spacing) implements UsageEventLog {
    @Override
    public List<UsageEvent> after(long after, int limit) {
      List<UsageEvent> events = new ArrayList<>();
      for (long seq = after + 1; events.size() < limit && seq <= 4L * runs; seq++) {
        events.add(event(seq));
      }
      return events;
    }

    private UsageEvent event(long seq) {
      long number = (seq - 1) / 4;
      SplittableRandom random = new SplittableRandom(number);
      RunId run = new RunId("run-" + number);
      Instant from = START.plusMillis(number * spacing);
      Instant started = from.plusSeconds(random.nextLong(1, 60));
      Instant end = started.plusSeconds(random.nextLong(1, 20_000));
      return switch ((int) ((seq - 1) % 4)) {
        case 0 -> {
          String project = "project-" + random.nextInt(40);
          String model = "model-" + random.nextInt(4);
          RunRef ref =
              new RunRef(run, new JobId("job-" + number), 1, "train", project, "u" + project);
          UsageClass usageClass = random.nextInt(3) == 0 ? UsageClass.BORROWED : UsageClass.NOMINAL;
          GpuHolding holding =
              new GpuHolding("pool-" + model, model, usageClass, 1000L * (1 + random.nextInt(8)));
          yield new RunBound(seq, from, ref, List.of(holding));
        }
        case 1 -> new RunStarted(seq, started, run);
        case 2 -> new RunEnded(seq, end, run, "SUCCEEDED");
        default -> new RunReleased(seq, end.plusSeconds(2), run, "SUCCEEDED", 0);
      };
    }
  }
}
