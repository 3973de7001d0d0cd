package io.gpuaas.launch.replay;

import io.gpuaas.launch.LaunchFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/// A trace: jobs in order of submission, and how many nodes of 8 GPUs each project has.
///
/// @param nodes by project; a project that is not named has none
public record Trace(List<TraceJob> jobs, SortedMap<String, Integer> nodes) {
  static final int GPUS_PER_NODE = 8;

  /// One job; times in seconds from the trace's start.
  ///
  /// @param row number in the file, which makes its name
  public record TraceJob(
      long row, String project, long submitSeconds, long durationSeconds, int gpus) {}

  public Trace {
    jobs =
        jobs.stream()
            .sorted(
                Comparator.comparingLong(TraceJob::submitSeconds).thenComparingLong(TraceJob::row))
            .toList();
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
  }

  /// Projects of jobs and nodes.
  List<String> projects() {
    TreeMap<String, Integer> all = new TreeMap<>(nodes);
    jobs.forEach(job -> all.putIfAbsent(job.project(), 0));
    return List.copyOf(all.keySet());
  }

  /// GPU-seconds of each project's jobs that its own nodes could hold, if each runs once.
  SortedMap<String, Long> gpuSeconds() {
    TreeMap<String, Long> seconds = new TreeMap<>();
    for (TraceJob job : jobs) {
      if (job.gpus() <= nodes.getOrDefault(job.project(), 0) * GPUS_PER_NODE) {
        seconds.merge(job.project(), job.gpus() * job.durationSeconds(), Long::sum);
      }
    }
    return seconds;
  }

  /// How many different instants jobs are submitted at.
  int instants() {
    return Math.toIntExact(jobs.stream().mapToLong(TraceJob::submitSeconds).distinct().count());
  }

  /// Nodes of each project times `factor`, rounded down, at least one where there was one.
  Trace scaled(double factor) {
    TreeMap<String, Integer> fewer = new TreeMap<>();
    nodes.forEach((project, count) -> fewer.put(project, Math.max(1, (int) (count * factor))));
    return new Trace(jobs, fewer);
  }

  /// When the trace has to start so that its last job, were nothing to wait for, ends a day before
  /// `end`; a full hour.
  Instant startForEnd(Instant end) {
    long last =
        jobs.stream().mapToLong(job -> job.submitSeconds + job.durationSeconds).max().orElse(0);
    return end.minusSeconds(last).minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);
  }

  /// Reads `jobs.csv` or `jobs.csv.gz` (job, vc, submit_s, duration_s, gpus) and `vc_nodes.csv`
  /// (vc, nodes) of a folder.
  ///
  /// @throws LaunchFault when a file is missing or a row is not as it should be
  static Trace read(Path folder) {
    List<TraceJob> jobs = new ArrayList<>();
    for (String[] cells : rows(jobsFile(folder), 5)) {
      jobs.add(
          new TraceJob(
              Long.parseLong(cells[0]),
              cells[1],
              Long.parseLong(cells[2]),
              Long.parseLong(cells[3]),
              Integer.parseInt(cells[4])));
    }
    TreeMap<String, Integer> nodes = new TreeMap<>();
    for (String[] cells : rows(folder.resolve("vc_nodes.csv"), 2)) {
      nodes.put(cells[0], Integer.parseInt(cells[1]));
    }
    return new Trace(jobs, nodes);
  }

  private static Path jobsFile(Path folder) {
    Path packed = folder.resolve("jobs.csv.gz");
    return Files.exists(packed) ? packed : folder.resolve("jobs.csv");
  }

  private static List<String[]> rows(Path file, int width) {
    List<String[]> rows = new ArrayList<>();
    try (InputStream raw = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split(",", -1);
        if (cells.length != width) {
          throw new LaunchFault(
              "%s, row %d: it must have %d cells.".formatted(file, rows.size() + 2, width));
        }
        rows.add(cells);
      }
    } catch (IOException e) {
      throw new LaunchFault(
          "%s cannot be read: give a folder with jobs.csv(.gz) and vc_nodes.csv.".formatted(file),
          e);
    }
    return rows;
  }
}
