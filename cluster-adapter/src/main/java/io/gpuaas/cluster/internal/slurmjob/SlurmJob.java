package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What matters of a job as slurmrestd describes it, in any of its versions: a state is a text or a
/// list, a number is plain or an object with `set` and `number`.
///
/// @param run ours, empty when the job is somebody else's
public record SlurmJob(
    long id,
    String run,
    SortedSet<String> states,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    int exitCode,
    String reason,
    String nodes) {
  private static final List<String> GOOD = List.of("COMPLETED");
  private static final List<String> PLATFORM = List.of("PREEMPTED", "NODE_FAIL", "BOOT_FAIL");
  private static final List<String> BAD =
      List.of("FAILED", "TIMEOUT", "DEADLINE", "OUT_OF_MEMORY", "LAUNCH_FAILED", "CANCELLED");

  public SlurmJob {
    states = Collections.unmodifiableSortedSet(new TreeSet<>(states));
  }

  /// Where a job is.
  public enum Stage {
    WAITING,
    RUNNING,
    /// Its processes ended, its room is not free.
    COMPLETING,
    SUCCEEDED,
    /// Ended by the platform's fault: another attempt may do better.
    DISTURBED,
    FAILED,
    CANCELLED
  }

  public static SlurmJob of(String prefix, Tree job) {
    String comment = job.text("comment");
    return new SlurmJob(
        number(job, "job_id"),
        comment.startsWith(prefix) ? comment.substring(prefix.length()) : "",
        states(job),
        instant(job, "start_time"),
        instant(job, "end_time"),
        exitCode(job),
        job.text("state_reason"),
        job.text("nodes"));
  }

  private static SortedSet<String> states(Tree job) {
    TreeSet<String> states = new TreeSet<>();
    if (job.value("job_state") instanceof List<?> list) {
      list.forEach(state -> states.add(state.toString()));
    } else {
      states.add(job.text("job_state"));
    }
    return states;
  }

  private static long number(Tree job, String name) {
    return job.value(name) instanceof Tree wrapped ? wrapped.number("number") : job.number(name);
  }

  private static @Nullable Instant instant(Tree job, String name) {
    long seconds = number(job, name);
    return seconds == 0 ? null : Instant.ofEpochSecond(seconds);
  }

  /// Old versions give the raw status of a process, new ones an object.
  private static int exitCode(Tree job) {
    if (job.value("exit_code") instanceof Tree code) {
      return (int) number(code, "return_code");
    }
    long raw = job.number("exit_code");
    return (int) (raw > 255 ? raw >> 8 : raw);
  }

  private boolean isOneOf(List<String> names) {
    return names.stream().anyMatch(it -> states.contains(it));
  }

  public Stage stage() {
    if (states.contains("COMPLETING")) {
      return Stage.COMPLETING;
    }
    if (isOneOf(PLATFORM)) {
      return Stage.DISTURBED;
    }
    if (isOneOf(BAD)) {
      return states.contains("CANCELLED") ? Stage.CANCELLED : Stage.FAILED;
    }
    if (isOneOf(GOOD)) {
      return Stage.SUCCEEDED;
    }
    return states.contains("RUNNING") ? Stage.RUNNING : Stage.WAITING;
  }
}
