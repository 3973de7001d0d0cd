package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Logs of a job through all its attempts, read from the clusters page by page: nothing is kept
/// here, so a reader that is slow or gone costs nothing.
@Component
final class JobLogs {
  /// The newest moment may still change: a run that has ended is heard of a little later.
  private static final Duration SETTLED = Duration.ofSeconds(1);

  private static final int PAGES = 200;

  private final JobQueries queries;
  private final Clusters clusters;
  private final InstantSource clock;

  JobLogs(JobQueries queries, Clusters clusters, InstantSource clock) {
    this.queries = queries;
    this.clusters = clusters;
    this.clock = clock;
  }

  /// A place in the logs of a job: behind this line of this attempt. Written `attempt.line`.
  record Place(int attempt, long line) {
    static final Place START = new Place(1, 0);

    static Optional<Place> parse(String text) {
      if (!text.matches("[0-9]{1,6}\\.[0-9]{1,18}")) {
        return Optional.empty();
      }
      String[] parts = text.split("\\.", 2);
      return Optional.of(new Place(Integer.parseInt(parts[0]), Long.parseLong(parts[1])));
    }

    String text() {
      return attempt + "." + line;
    }
  }

  /// Which lines are wanted; null means all.
  ///
  /// @param since only what was written at that moment or later
  record Wish(
      @Nullable Integer attempt,
      @Nullable Integer rank,
      RunLog.@Nullable Stream stream,
      @Nullable Instant since) {
    boolean takes(RunLog.Line line) {
      return (rank == null || rank == line.rank())
          && (stream == null || stream == line.stream())
          && (since == null || !line.at().isBefore(since));
    }
  }

  /// A line and its attempt.
  record Entry(int attempt, RunLog.Line line) {
    String id() {
      return new Place(attempt, line.number()).text();
    }
  }

  /// Lines and where to go on.
  ///
  /// @param complete nothing will follow: the job has ended and all was read
  /// @param missing why an attempt's lines cannot be had; empty when all can
  record Part(List<Entry> entries, Place next, boolean complete, String missing) {}

  /// Wanted lines behind `after`, at most `most`; fewer when there are no more now.
  Part read(Job job, Wish wish, Place after, int most) {
    Instant until = clock.instant().minus(SETTLED);
    List<Run> runs = queries.runs(job.id());
    List<Entry> found = new ArrayList<>();
    Place place = after;
    String missing = "";
    for (int page = 0; page < PAGES; page++) {
      int attempt = place.attempt();
      Run run = runs.stream().filter(it -> it.attempt() == attempt).findFirst().orElse(null);
      if (run == null || isOutside(wish, attempt)) {
        boolean last = job.phase().isTerminal() && attempt > job.attempt();
        return new Part(found, place, last || isBehind(wish, attempt), missing);
      }
      RunLog log = log(job, run, place.line(), until, most - found.size());
      missing = missing.isEmpty() ? log.missing() : missing;
      for (RunLog.Line line : log.lines()) {
        place = new Place(attempt, line.number());
        if (wish.takes(line)) {
          found.add(new Entry(attempt, line));
        }
      }
      if (found.size() >= most || (log.lines().isEmpty() && !log.complete())) {
        return new Part(found, place, false, missing);
      }
      place = log.complete() ? new Place(attempt + 1, 0) : place;
    }
    return new Part(found, place, false, missing);
  }

  private static boolean isOutside(Wish wish, int attempt) {
    return wish.attempt() != null && wish.attempt() != attempt;
  }

  private static boolean isBehind(Wish wish, int attempt) {
    return wish.attempt() != null && attempt > wish.attempt();
  }

  private RunLog log(Job job, Run run, long after, Instant until, int most) {
    return run.cluster()
        .flatMap(clusters::find)
        .map((ClusterPort it) -> it.log(new RunLog.Question(job, run, after, until, most)))
        .orElse(run.endedAt() == null ? new RunLog(List.of(), false) : RunLog.NONE);
  }
}
