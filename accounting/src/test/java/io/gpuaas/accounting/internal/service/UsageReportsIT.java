package io.gpuaas.accounting.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.MeterPolicy;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.RandomHistory;
import io.gpuaas.accounting.internal.engine.Bookkeeper;
import io.gpuaas.accounting.internal.engine.Meter;
import io.gpuaas.accounting.internal.engine.OpenRun;
import io.gpuaas.accounting.internal.engine.PriceBook;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reports of random histories over the spring clock change, against adding up interval by
/// interval.
class UsageReportsIT {
  private static final Instant START = Instant.parse("2026-03-27T00:00:00Z");
  private static final long STEP = 3_600_000;
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final List<List<Dimension>> GROUPINGS =
      List.of(
          List.of(),
          List.of(Dimension.PROJECT),
          List.of(Dimension.DEPARTMENT, Dimension.MODEL),
          List.of(Dimension.USER, Dimension.CLASS, Dimension.METER),
          List.of(Dimension.DAY, Dimension.PROJECT),
          List.of(Dimension.MONTH),
          List.of(Dimension.HOUR),
          List.of(Dimension.WEEK, Dimension.POOL),
          List.of(Dimension.JOB, Dimension.RUN));

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void reportsAreWhatTheIntervalsAddUpTo(long seed) {
    List<UsageEvent> events = RandomHistory.events(seed, START, STEP, 250);
    List<Rate> rates = RandomHistory.rates(seed, START, 150 * STEP);
    try (Books books = Books.open("2026-01-01T00:00:00Z")) {
      Prices.of(books, rates);
      books.log.add(events);
      books.get(LedgerFollower.class).catchUp();
      SplittableRandom random = new SplittableRandom(seed);
      for (List<Dimension> groupBy : GROUPINGS) {
        Instant from = START.plusMillis(random.nextLong(80 * STEP));
        Instant to = from.plusMillis(1 + random.nextLong(100 * STEP));
        Instant now = START.plusMillis(random.nextLong(200 * STEP));
        UsageQuestion question =
            UsageQuestion.of(from, to, now, groupBy).inZone(BERLIN).withHomes(homes());
        UsageReport report = books.get(UsageQueries.class).report(question);
        assertThat(figures(report)).as("%s", question).isEqualTo(slow(question, events, rates));
        assertAddsUp(report);
      }
    }
  }

  private static void assertAddsUp(UsageReport report) {
    if (!report.groupBy().isEmpty()) {
      GpuTime time =
          report.rows().stream().map(UsageReport.Row::time).reduce(GpuTime.ZERO, GpuTime::plus);
      Charge charge =
          report.rows().stream().map(UsageReport.Row::charge).reduce(Charge.ZERO, Charge::plus);
      assertThat(report.total().time()).isEqualTo(time);
      assertThat(report.total().charge()).isEqualTo(charge);
    }
  }

  private static SortedMap<String, ProjectHome> homes() {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    homes.put("p0", new ProjectHome("science", "t0", "c0"));
    homes.put("p1", new ProjectHome("science", "t1", "c1"));
    return homes;
  }

  private static SortedMap<String, String> figures(UsageReport report) {
    SortedMap<String, String> figures = new TreeMap<>();
    report.rows().forEach(row -> figures.put(String.join("|", row.key()), figure(row)));
    if (report.groupBy().isEmpty()) {
      figures.put("", figure(report.total()));
    }
    return figures;
  }

  private static String figure(UsageReport.Row row) {
    return "%d jobs, %d used, %d unbilled, %d unrated, %s"
        .formatted(
            row.jobs(),
            row.time().milliGpuMillis(),
            row.unbilled().milliGpuMillis(),
            row.unrated().milliGpuMillis(),
            row.charge().units());
  }

  private static SortedMap<String, String> slow(
      UsageQuestion question, List<UsageEvent> events, List<Rate> rates) {
    SortedMap<String, List<RatedUsage>> groups = new TreeMap<>();
    if (question.groupBy().isEmpty()) {
      groups.put("", new ArrayList<>());
    }
    for (RatedUsage rated : usage(events, rates, question.now())) {
      Instant at = rated.usage().from();
      while (at.isBefore(rated.usage().to())) {
        Instant next = Instant.ofEpochMilli((at.toEpochMilli() / STEP + 1) * STEP);
        Instant end = next.isBefore(rated.usage().to()) ? next : rated.usage().to();
        Instant from = at.isBefore(question.from()) ? question.from() : at;
        Instant to = end.isAfter(question.to()) ? question.to() : end;
        if (from.isBefore(to)) {
          RatedUsage part = new RatedUsage(rated.usage().within(from, to), rated.pricing());
          groups.computeIfAbsent(key(question, part), _ -> new ArrayList<>()).add(part);
        }
        at = end;
      }
    }
    SortedMap<String, String> figures = new TreeMap<>();
    groups.forEach((key, parts) -> figures.put(key, figure(row(parts))));
    return figures;
  }

  private static List<RatedUsage> usage(List<UsageEvent> events, List<Rate> rates, Instant now) {
    Meter meter = new Meter(MeterPolicy.standard());
    Bookkeeper.Batch batch = new Bookkeeper(meter).book(new TreeMap<RunId, OpenRun>(), events);
    List<UsageInterval> usage = new ArrayList<>();
    batch.booked().forEach(booked -> usage.add(booked.usage()));
    batch.open().values().forEach(run -> usage.addAll(meter.accrued(run, now)));
    return new Rater(new PriceBook(rates), MeterPolicy.standard()).rate(usage);
  }

  private static UsageReport.Row row(List<RatedUsage> parts) {
    TreeSet<String> jobs = new TreeSet<>();
    GpuTime time = GpuTime.ZERO;
    GpuTime unbilled = GpuTime.ZERO;
    GpuTime unrated = GpuTime.ZERO;
    Charge charge = Charge.ZERO;
    Charge listed = Charge.ZERO;
    for (RatedUsage part : parts) {
      jobs.add(part.usage().run().job().value());
      time = time.plus(part.usage().time());
      charge = charge.plus(part.charge());
      switch (part.pricing()) {
        case Pricing.Priced(_, _, _, long list) ->
            listed = listed.plus(Charge.of(list, part.usage().time()));
        case Pricing.Free() -> unbilled = unbilled.plus(part.usage().time());
        case Pricing.Unpriced() -> unrated = unrated.plus(part.usage().time());
      }
    }
    return new UsageReport.Row(
        List.of(), jobs.size(), time, unbilled, unrated, charge, listed, null);
  }

  private static String key(UsageQuestion question, RatedUsage part) {
    UsageInterval usage = part.usage();
    ZonedDateTime local = usage.from().atZone(question.zone());
    ProjectHome home =
        question.homes().getOrDefault(usage.run().project(), new ProjectHome("", "", ""));
    List<String> key = new ArrayList<>();
    for (Dimension dimension : question.groupBy()) {
      key.add(
          switch (dimension) {
            case DEPARTMENT -> home.department();
            case TEAM -> home.team();
            case COST_CENTER -> home.costCenter();
            case PROJECT -> usage.run().project();
            case USER -> usage.run().user();
            case POOL -> usage.pool();
            case MODEL -> usage.model();
            case CLASS -> usage.usageClass().name();
            case METER -> usage.meter().name();
            case JOB -> usage.run().job().value();
            case RUN -> usage.run().run().value();
            case HOUR ->
                "%sT%02d:00%s".formatted(local.toLocalDate(), local.getHour(), local.getOffset());
            case DAY -> local.toLocalDate().toString();
            case WEEK ->
                local.toLocalDate().minusDays(local.getDayOfWeek().getValue() - 1).toString();
            case MONTH -> local.toLocalDate().toString().substring(0, 7);
            case QUARTER -> "none";
            case YEAR -> "" + local.getYear();
          });
    }
    return String.join("|", key);
  }
}
