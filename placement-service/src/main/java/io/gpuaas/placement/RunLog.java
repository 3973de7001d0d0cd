package io.gpuaas.placement;

import java.time.Instant;
import java.util.List;

/// What the pods of a run have written, as its cluster gives it.
///
/// @param lines in the order of their numbers, which are those of this run and never change
/// @param complete whether nothing will follow behind the last of them
/// @param missing why its cluster gives none, and the remedy; empty when it does
public record RunLog(List<Line> lines, boolean complete, String missing) {
  /// A cluster that keeps no logs.
  public static final RunLog NONE = new RunLog(List.of(), true);

  public RunLog {
    lines = List.copyOf(lines);
  }

  public RunLog(List<Line> lines, boolean complete) {
    this(lines, complete, "");
  }

  /// What was written cannot be had.
  public static RunLog missing(String why) {
    return new RunLog(List.of(), true, why);
  }

  /// Where a line was written to.
  public enum Stream {
    OUT,
    ERR
  }

  /// One line of one pod.
  ///
  /// @param number above 0, larger than that of the line before; there may be gaps
  /// @param rank of the pod in its job, counted through all pod sets
  public record Line(long number, Instant at, int rank, String pod, Stream stream, String text) {}

  /// What is asked for: lines of `run` with numbers above `after`, written until `until`, at most
  /// `most`.
  public record Question(Job job, Run run, long after, Instant until, int most) {}
}
