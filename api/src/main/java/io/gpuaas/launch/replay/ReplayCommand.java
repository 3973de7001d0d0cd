package io.gpuaas.launch.replay;

import io.gpuaas.launch.LaunchFault;
import io.gpuaas.launch.VirtualProcess;
import io.gpuaas.launch.VirtualProduct;
import io.gpuaas.launch.replay.ReplayReport.ProjectReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `gpuaas replay DIR`: a trace of real jobs through the public API of a fresh product on virtual
/// time, and what came of it.
@Command(
    name = "replay",
    description = "Runs a trace through the public API on virtual time.",
    footer = {"", "Example: gpuaas replay traces/philly --lending off --report report.json"})
public final class ReplayCommand implements Callable<Integer> {
  /// The trace's second 0, unless its past is kept to be looked at.
  private static final Instant LONG_AGO = Instant.parse("2017-09-04T00:00:00Z");

  private static final long SEED_OF_KILLS = 20;
  private static final int KILLS_MOST = 1_000;

  @Parameters(
      paramLabel = "DIR",
      description = "Folder with jobs.csv or jobs.csv.gz, and vc_nodes.csv.")
  private Path folder = Path.of(".");

  @Option(
      names = "--lending",
      defaultValue = "on",
      description = "on: one pool, idle quota is lent; off: each project alone (default: on).")
  private Lending lending = Lending.on;

  @Option(
      names = "--nodes-scale",
      paramLabel = "X",
      defaultValue = "1",
      description = "Each project's nodes times X, at least 1 (default: 1).")
  private double scale = 1;

  @Option(
      names = "--close-months",
      paramLabel = "ZONE",
      description = "Close each month as soon as it is over in this zone, such as Europe/Berlin.")
  private @Nullable ZoneId closing;

  @Option(
      names = "--price-change",
      description = "In the middle of the trace prices rise by a quarter.")
  private boolean priceChange;

  @Option(
      names = "--repeat-messages",
      description = "The cluster says much twice, and what is said at an instant in any order.")
  private boolean repeats;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "0",
      description = "Kill the server N times meanwhile, as kill -9 does (default: 0).")
  private int kills;

  @Option(names = "--report", paramLabel = "FILE", description = "Where to write the report.")
  private @Nullable Path report;

  private Instant start = LONG_AGO;

  @Option(
      names = "--keep",
      paramLabel = "FOLDER",
      description =
          "Keep the product's data, with the trace ending about now: `gpuaas up --data FOLDER`"
              + " shows it in the portal.")
  private @Nullable Path kept;

  /// The two values of `--lending`, as they are typed.
  enum Lending {
    on,
    off
  }

  @Override
  public Integer call() throws IOException {
    if (!(scale > 0 && scale <= 100)) {
      throw new LaunchFault("The scale (%s) must be above 0 and at most 100.".formatted(scale));
    }
    if (kills < 0 || kills > KILLS_MOST) {
      throw new LaunchFault("The kills (%d) must be from 0 to %d.".formatted(kills, KILLS_MOST));
    }
    Trace trace = Trace.read(folder).scaled(scale);
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch written = new CountDownLatch(1);
    Thread interrupted = new Thread(() -> finish(stop, written), "interrupted");
    Runtime.getRuntime().addShutdownHook(interrupted);
    start = kept == null ? LONG_AGO : trace.startForEnd(InstantSource.system().instant());
    try {
      ReplayReport result = kills == 0 ? undisturbed(trace, stop) : killed(trace, stop);
      write(result);
      return isAsItShouldBe(result) ? 0 : 1;
    } finally {
      written.countDown();
    }
  }

  private ReplayReport undisturbed(Trace trace, AtomicBoolean stop) {
    long wallStart = System.nanoTime();
    try (VirtualProduct product = VirtualProduct.start(start, kept);
        ReplayApi api = new ReplayApi(product.url(), product.token(), ReplayCommand::lost)) {
      setUp(api).make(trace);
      Replay.Done done = replay(api, trace, stop);
      return report(api, trace, done, 0, wallStart);
    }
  }

  private ReplayReport killed(Trace trace, AtomicBoolean stop) {
    long wallStart = System.nanoTime();
    try (VirtualProcess product = VirtualProcess.start(start, kept);
        ReplayApi api =
            new ReplayApi(product.url(), product.token(), cause -> startAgain(product, cause))) {
      setUp(api).make(trace);
      Replay.Done done;
      int times;
      try (ReplayKills killer =
          new ReplayKills(SEED_OF_KILLS, kills, trace.instants(), api, product::kill)) {
        done = replay(api, trace, stop);
        times = killer.done();
      }
      return report(api, trace, done, times, wallStart);
    }
  }

  private static String startAgain(VirtualProcess product, IOException cause) {
    product.startAgain(cause);
    return product.url();
  }

  private ReplaySetUp setUp(ReplayApi api) {
    return new ReplaySetUp(api, lending == Lending.on, closing, repeats);
  }

  private Replay.Done replay(ReplayApi api, Trace trace, AtomicBoolean stop) {
    ReplayFinance.Plan finance = finance(trace);
    return new Replay(api, trace, start, new ReplayProgress(), finance).run(stop::get);
  }

  private ReplayFinance.Plan finance(Trace trace) {
    return new ReplayFinance.Plan(closing, priceChange ? middle(trace) : null);
  }

  private Instant middle(Trace trace) {
    long last = trace.jobs().isEmpty() ? 0 : trace.jobs().getLast().submitSeconds();
    return start.plusSeconds(last / 2);
  }

  private static boolean isAsItShouldBe(ReplayReport it) {
    ReplayReport.BooksReport books = it.books();
    return it.conserved()
        && it.jobsUnfinished() == 0
        && (books == null
            || (books.auditOk() && !books.differs() && books.unlikeTrace().isEmpty()));
  }

  private static String lost(IOException cause) {
    throw new LaunchFault("The product stopped answering.", cause);
  }

  /// Ctrl-C: stop submitting, and wait until the report of what was done is written.
  private static void finish(AtomicBoolean stop, CountDownLatch written) {
    if (written.getCount() == 0) {
      return;
    }
    stop.set(true);
    try {
      written.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ReplayReport report(
      ReplayApi api, Trace trace, Replay.Done done, int times, long wallStart) {
    api.awaitBooks();
    ReplayFinance.Plan finance = finance(trace);
    Instant dear = finance.otherPricesFrom();
    ReplayTally tally = new ReplayTally(api, dear == null ? done.end() : dear);
    tally.readRuns();
    // The trace begins and ends within months of any zone.
    tally.readStatements(start, done.end().minusMillis(1));
    List<Long> waits = tally.waits();
    SortedMap<String, ProjectReport> projects = tally.reports();
    long sum = projects.values().stream().mapToLong(ProjectReport::sumWaitSeconds).sum();
    int run = waits.size();
    int refused = ReplayCounts.jobs(api, "REJECTED");
    int unfinished = ReplayCounts.jobs(api, "QUEUED,ADMITTED,RUNNING,STOPPING");
    BigDecimal hours =
        projects.values().stream()
            .map(project -> new BigDecimal(project.statementGpuHours()))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    long wall = Duration.ofNanos(System.nanoTime() - wallStart).toMillis();
    return new ReplayReport(
        done.submitted(),
        run,
        refused,
        unfinished,
        projects.values().stream().mapToLong(ProjectReport::gpuSeconds).sum(),
        sum,
        run == 0 ? 0 : sum / run,
        percentile(waits, 50),
        percentile(waits, 95),
        waits.isEmpty() ? 0 : waits.getLast(),
        tally.preemptions(),
        tally.lostGpuSeconds(),
        ReplayCounts.conserved(api, start, done.end()),
        hours.toPlainString(),
        Duration.between(start, done.end()).toSeconds(),
        wall / 1000,
        api.requests(),
        (run + tally.preemptions() + refused) * 1000 / Math.max(1, wall),
        ReplayCounts.maxRssMiB(),
        projects,
        finance.isNothing() && !repeats && kills == 0
            ? null
            : books(api, trace, done, tally, times));
  }

  private ReplayReport.BooksReport books(
      ReplayApi api, Trace trace, Replay.Done done, ReplayTally tally, int times) {
    List<String> red = ReplayCounts.red(api);
    String byRuns =
        lending == Lending.on
            ? ""
            : ReplayPrices.charge(tally.milliGpuMillis(), tally.dearMilliGpuMillis());
    boolean differs =
        !byRuns.isEmpty() && !ReplayPrices.roundsTo(byRuns, tally.charged(), tally.lines());
    return new ReplayReport.BooksReport(
        times,
        done.closed(),
        lending == Lending.on ? List.of() : tally.unlike(trace.gpuSeconds()),
        red.isEmpty(),
        red,
        tally.charged().toPlainString(),
        byRuns,
        tally.lines(),
        differs);
  }

  private static long percentile(List<Long> sorted, int percent) {
    if (sorted.isEmpty()) {
      return 0;
    }
    int index = (sorted.size() * percent + 99) / 100 - 1;
    return sorted.get(Math.max(0, index));
  }

  private void write(ReplayReport result) throws IOException {
    String json = ReplayApi.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(result);
    if (report != null) {
      Files.writeString(report, json + System.lineSeparator());
    }
    System.out.println(json);
  }
}
