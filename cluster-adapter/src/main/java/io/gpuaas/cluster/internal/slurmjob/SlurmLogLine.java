package io.gpuaas.cluster.internal.slurmjob;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A line as `srun --label` writes it: the number of the task, and what it wrote.
public record SlurmLogLine(int rank, String text) {
  private static final Pattern LABELLED =
      Pattern.compile("\\s*([0-9]{1,6}): ?(.*)", Pattern.DOTALL);

  /// Words of Slurm itself have no number: they count as the first task's.
  ///
  /// @param tasks how many there are: a larger number is no task's
  public static SlurmLogLine of(String line, int tasks) {
    Matcher labelled = LABELLED.matcher(line);
    if (labelled.matches()) {
      int rank = Integer.parseInt(labelled.group(1));
      if (rank < tasks) {
        return new SlurmLogLine(rank, labelled.group(2));
      }
    }
    return new SlurmLogLine(0, line);
  }
}
