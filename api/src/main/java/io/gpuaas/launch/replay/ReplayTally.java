package io.gpuaas.launch.replay;

import io.gpuaas.launch.replay.ReplayReport.ProjectReport;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Adds up what the API says of the runs and the statements.
final class ReplayTally {
  private static final int PAGE = 200;
  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3_600);
  private static final BigDecimal SECONDS_PER_LINE = new BigDecimal("0.0036");

  private final ReplayApi api;
  private final Map<String, Project> projects = new TreeMap<>();
  private final TreeMap<String, Long> queuedSinceMillis = new TreeMap<>();
  private final TreeMap<String, Long> waitMillis = new TreeMap<>();
  private long preemptions;
  private long lostMilliGpuMillis;
  private long dearMilliGpuMillis;
  private BigDecimal charged = BigDecimal.ZERO;
  private int lines;
  private final Instant dearFrom;

  /// @param dearFrom from when on time counts as [#dearMilliGpuMillis()]
  ReplayTally(ReplayApi api, Instant dearFrom) {
    this.api = api;
    this.dearFrom = dearFrom;
  }

  private static final class Project {
    int jobsRun;
    long milliGpuMillis;
    long sumWaitMillis;
    long maxWaitMillis;
    BigDecimal statementGpuHours = BigDecimal.ZERO;
    int lines;
  }

  /// Reads all runs, page by page, first attempts before later ones.
  void readRuns() {
    ReplayPages.all(api, "/api/v1/runs?limit=" + PAGE).forEach(this::addRun);
  }

  private void addRun(JsonNode run) {
    String job = run.path("job").asString();
    Project project = projects.computeIfAbsent(run.path("project").asString(), _ -> new Project());
    Instant bound = Instant.parse(run.path("boundAt").asString());
    long since =
        queuedSinceMillis.getOrDefault(
            job, Instant.parse(run.path("submittedAt").asString()).toEpochMilli());
    long waited = bound.toEpochMilli() - since;
    project.jobsRun += waitMillis.containsKey(job) ? 0 : 1;
    long waitedInAll = waitMillis.getOrDefault(job, 0L) + waited;
    waitMillis.put(job, waitedInAll);
    project.sumWaitMillis += waited;
    project.maxWaitMillis = Math.max(project.maxWaitMillis, waitedInAll);
    long milliGpus = run.path("milliGpus").asLong();
    String released = run.path("releasedAt").asString("");
    if (!released.isEmpty()) {
      Instant end = Instant.parse(released);
      project.milliGpuMillis +=
          Math.multiplyExact(milliGpus, Duration.between(bound, end).toMillis());
      Instant dear = bound.isAfter(dearFrom) ? bound : dearFrom;
      if (dear.isBefore(end)) {
        dearMilliGpuMillis += Math.multiplyExact(milliGpus, Duration.between(dear, end).toMillis());
      }
      queuedSinceMillis.put(job, end.toEpochMilli());
    }
    if (run.path("stopReason").asString("").startsWith("PREEMPTED")) {
      preemptions++;
      lostMilliGpuMillis += Math.multiplyExact(milliGpus, run.path("lostMillis").asLong());
    }
  }

  /// Adds each project's statements of all months from `from` to `to`.
  void readStatements(Instant from, Instant to) {
    YearMonth last = YearMonth.from(to.atZone(ZoneOffset.UTC));
    YearMonth month = YearMonth.from(from.atZone(ZoneOffset.UTC));
    while (!month.isAfter(last)) {
      ReplayPages.all(api, "/api/v1/statements?month=" + month).forEach(this::addStatement);
      month = month.plusMonths(1);
    }
  }

  private void addStatement(JsonNode statement) {
    String name = statement.path("project").asString();
    Project project = projects.computeIfAbsent(name, _ -> new Project());
    charged = charged.add(new BigDecimal(statement.path("total").path("amount").asString()));
    lines += statement.path("lines").size();
    project.lines += statement.path("lines").size();
    for (JsonNode line : statement.path("lines")) {
      project.statementGpuHours =
          project.statementGpuHours.add(new BigDecimal(line.path("gpuHours").asString()));
    }
  }

  /// Time of all runs.
  long milliGpuMillis() {
    return projects.values().stream().mapToLong(it -> it.milliGpuMillis).sum();
  }

  /// Time of runs after the prices rose.
  long dearMilliGpuMillis() {
    return dearMilliGpuMillis;
  }

  /// Sum of the totals of all statements.
  BigDecimal charged() {
    return charged;
  }

  /// How many lines they have.
  int lines() {
    return lines;
  }

  long preemptions() {
    return preemptions;
  }

  long lostGpuSeconds() {
    return lostMilliGpuMillis / 1_000_000L;
  }

  /// Waits in seconds, shortest first.
  List<Long> waits() {
    List<Long> waits = new ArrayList<>();
    waitMillis.values().forEach(millis -> waits.add(millis / 1000));
    Collections.sort(waits);
    return waits;
  }

  /// Projects that did not use exactly `gpuSeconds`, or whose statements say otherwise; lines are
  /// rounded to a millionth of an hour.
  List<String> unlike(SortedMap<String, Long> gpuSeconds) {
    TreeSet<String> names = new TreeSet<>(projects.keySet());
    names.addAll(gpuSeconds.keySet());
    List<String> unlike = new ArrayList<>();
    for (String name : names) {
      Project project = projects.getOrDefault(name, new Project());
      long expected = gpuSeconds.getOrDefault(name, 0L);
      BigDecimal stated = project.statementGpuHours.multiply(SECONDS_PER_HOUR);
      BigDecimal off = stated.subtract(BigDecimal.valueOf(expected)).abs();
      if (project.milliGpuMillis != expected * 1_000_000
          || off.compareTo(SECONDS_PER_LINE.multiply(BigDecimal.valueOf(project.lines))) > 0) {
        unlike.add(name);
      }
    }
    return unlike;
  }

  SortedMap<String, ProjectReport> reports() {
    SortedMap<String, ProjectReport> reports = new TreeMap<>();
    projects.forEach(
        (name, project) ->
            reports.put(
                name,
                new ProjectReport(
                    project.jobsRun,
                    project.milliGpuMillis / 1_000_000L,
                    project.sumWaitMillis / 1000,
                    project.maxWaitMillis / 1000,
                    project.statementGpuHours.toPlainString())));
    return reports;
  }
}
