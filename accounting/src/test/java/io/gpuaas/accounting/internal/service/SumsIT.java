package io.gpuaas.accounting.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.UsagePieces;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.RandomHistory;
import io.gpuaas.accounting.internal.store.LineStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The sums per hour and day say what the single intervals say.
class SumsIT {
  private static final Instant START = Instant.parse("2026-03-20T00:00:00Z");
  private static final long STEP = 7_200_000;
  private static final int EVENTS = 400;
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneOffset.UTC,
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("Asia/Kolkata"),
          ZoneId.of("America/New_York"));
  private static final List<List<Dimension>> GROUPINGS =
      List.of(
          List.of(),
          List.of(Dimension.PROJECT, Dimension.MODEL),
          List.of(Dimension.CLASS, Dimension.METER, Dimension.POOL),
          List.of(Dimension.DEPARTMENT, Dimension.WEEK),
          List.of(Dimension.HOUR),
          List.of(Dimension.DAY, Dimension.PROJECT),
          List.of(Dimension.MONTH),
          List.of(Dimension.QUARTER),
          List.of(Dimension.YEAR));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void sumsAreWhatTheIntervalsAddUpTo(long seed) {
    try (Books books = filled(seed)) {
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = 0; i < 60; i++) {
        long from = random.nextLong(20L * 86_400_000);
        long length = 1 + random.nextLong(15L * 86_400_000);
        boolean whole = random.nextInt(3) == 0;
        long unit = whole ? 3_600_000 : 1;
        Instant lower = START.plusMillis(from / unit * unit);
        Instant upper = lower.plusMillis(Math.max(unit, length / unit * unit));
        UsageQuestion question =
            UsageQuestion.of(
                    lower,
                    upper,
                    START.plusSeconds(86_400L * random.nextLong(60)),
                    GROUPINGS.get(random.nextInt(GROUPINGS.size())))
                .inZone(ZONES.get(random.nextInt(ZONES.size())));
        List<UsageReport.Row> exact =
            books
                .get(LineStore.class)
                .report(question, books.get(OpenUsage.class).upTo(question.now()));
        UsageReport counted = books.get(UsageQueries.class).report(question);
        UsageReport summed = books.get(UsageQueries.class).report(question.withoutJobs());
        assertThat(lines(counted, true)).as("%s", question).isEqualTo(lines(exact, true));
        assertThat(lines(summed, false)).as("%s", question).isEqualTo(lines(exact, false));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void aClosedMonthIsMadeAnewByteByByte(long seed) {
    try (Books books = priced(seed)) {
      books.setNow("2026-07-01T00:00:00Z");
      ZoneId berlin = ZONES.get(1);
      YearMonth month = YearMonth.of(2026, 3);
      BigDecimal open = total(books, month, berlin);
      books
          .get(PeriodClosing.class)
          .close(month, berlin, new TreeSet<>(List.of("p0", "p1", "p2")), "fin");
      assertThat(total(books, month, berlin)).isEqualTo(open);
      Auditor.Reproduction found = books.get(Auditor.class).reproduce(month, berlin);
      assertThat(found.lines()).isPositive();
      assertThat(found.anew()).isEqualTo(found.books());
      assertThat(red(books)).isEmpty();
      books.jdbc().sql("update accounting.usage_day set quantity = quantity + 1").update();
      assertThat(red(books)).containsExactly("roll-ups");
      books
          .jdbc()
          .sql("update accounting.usage_job set last_at = last_at + interval '1 second'")
          .update();
      assertThat(red(books)).containsExactly("roll-ups", "job-spans");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8})
  void thePiecesOfALineAddUpToIt(long seed) {
    try (Books books = filled(seed)) {
      Instant now = Instant.parse("2026-03-25T11:22:33.444Z");
      for (Statement statement :
          books.get(StatementQueries.class).list(YearMonth.of(2026, 3), ZONES.get(1), now)) {
        for (StatementLine line : statement.lines()) {
          long open = openTime(books, statement, line);
          assertThat(piecesOf(books, statement, line) + open)
              .as("%s %s", statement.project(), line)
              .isEqualTo(line.time().milliGpuMillis());
        }
      }
    }
  }

  private static long piecesOf(Books books, Statement statement, StatementLine line) {
    var wanted =
        new UsagePieces.Wanted(statement.project(), statement.from(), statement.to(), line);
    UsagePieces.Place place = UsagePieces.Place.START;
    long sum = 0;
    while (true) {
      List<UsagePieces.Piece> page = books.get(UsagePieces.class).page(wanted, place, 3);
      if (page.isEmpty()) {
        return sum;
      }
      for (UsagePieces.Piece piece : page) {
        sum += piece.rated().usage().time().milliGpuMillis();
      }
      place = page.getLast().place();
    }
  }

  /// What open runs add to the line: its time now less its time when nothing is open.
  private static long openTime(Books books, Statement statement, StatementLine line) {
    return books
        .get(StatementQueries.class)
        .find(statement.project(), statement.month(), statement.zone(), Instant.EPOCH)
        .lines()
        .stream()
        .filter(it -> same(it, line))
        .map(it -> line.time().milliGpuMillis() - it.time().milliGpuMillis())
        .findFirst()
        .orElse(line.time().milliGpuMillis());
  }

  private static boolean same(StatementLine one, StatementLine other) {
    return one.model().equals(other.model())
        && one.pool().equals(other.pool())
        && one.usageClass() == other.usageClass()
        && one.meter() == other.meter()
        && one.kind() == other.kind()
        && one.unitPrice().compareTo(other.unitPrice()) == 0;
  }

  private static List<String> red(Books books) {
    return books.get(Auditor.class).run(Instant.parse("2026-07-01T00:00:00Z")).stream()
        .filter(check -> !check.ok())
        .map(Auditor.Check::name)
        .filter(name -> !List.of("conservation", "no-silent-zero").contains(name))
        .toList();
  }

  private static BigDecimal total(Books books, YearMonth month, ZoneId zone) {
    return books
        .get(StatementQueries.class)
        .list(month, zone, Instant.parse("2026-07-01T00:00:00Z"))
        .stream()
        .map(it -> it.total())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /// With prices, though not for all usage, before anything is booked.
  private static Books priced(long seed) {
    Books books = Books.open("2026-03-01T00:00:00Z");
    Prices.of(books, RandomHistory.rates(seed, START, STEP * EVENTS / 3));
    books.log.add(RandomHistory.events(seed, START, STEP, EVENTS));
    books.get(LedgerFollower.class).catchUp();
    return books;
  }

  /// Booked in two halves, with the prices in between, so that some usage gets its price late.
  private static Books filled(long seed) {
    Books books = Books.open("2026-03-01T00:00:00Z");
    var events = RandomHistory.events(seed, START, STEP, EVENTS);
    books.log.add(events.subList(0, events.size() / 2));
    books.get(LedgerFollower.class).catchUp();
    Prices.of(books, RandomHistory.rates(seed, START, STEP * EVENTS / 3));
    books.log.add(events.subList(events.size() / 2, events.size()));
    books.get(LedgerFollower.class).catchUp();
    return books;
  }

  private static List<String> lines(UsageReport report, boolean jobs) {
    List<UsageReport.Row> rows = new ArrayList<>(report.rows());
    rows.add(report.total());
    return lines(rows, jobs);
  }

  /// Groups of no time are left out.
  private static List<String> lines(List<UsageReport.Row> rows, boolean jobs) {
    return rows.stream()
        .filter(row -> row.time().milliGpuMillis() != 0)
        .map(row -> jobs ? row.toString() : row.withJobs(0).toString())
        .toList();
  }
}
