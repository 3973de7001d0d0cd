package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    CANCELLED;

    public boolean isOver() {
      return switch (this) {
        case WAITING, RUNNING, COMPLETING -> false;
        case SUCCEEDED, DISTURBED, FAILED, CANCELLED -> true;
      };
    }
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

  /// The components of a heterogeneous job as one: under way while any is, and ended as its leader,
  /// whose script it is, unless that ended well and another did not.
  public static SlurmJob together(List<SlurmJob> all) {
    List<SlurmJob> components =
        all.stream().sorted(Comparator.comparingLong(SlurmJob::id)).toList();
    SlurmJob leader = components.getFirst();
    List<SlurmJob> alive = components.stream().filter(it -> !it.stage().isOver()).toList();
    SlurmJob telling =
        alive.isEmpty() ? ofEnd(leader, components) : ofLife(alive, components.size());
    return new SlurmJob(
        leader.id,
        leader.run,
        telling.states,
        latest(components, SlurmJob::startedAt),
        latest(components, SlurmJob::endedAt),
        telling.exitCode,
        telling.reason,
        components.stream().map(SlurmJob::nodes).collect(Collectors.joining(",")));
  }

  private static SlurmJob ofLife(List<SlurmJob> alive, int all) {
    SlurmJob first = alive.getFirst();
    if (alive.size() < all) {
      return first.in("COMPLETING");
    }
    return alive.stream()
        .filter(it -> it.stage() != Stage.RUNNING)
        .min(Comparator.comparing(SlurmJob::stage))
        .orElse(first);
  }

  private static SlurmJob ofEnd(SlurmJob leader, List<SlurmJob> components) {
    return leader.stage() != Stage.SUCCEEDED
        ? leader
        : components.stream()
            .filter(it -> it.stage() == Stage.DISTURBED || it.stage() == Stage.FAILED)
            .findFirst()
            .orElse(leader);
  }

  private SlurmJob in(String state) {
    TreeSet<String> one = new TreeSet<>(List.of(state));
    return new SlurmJob(id, run, one, startedAt, endedAt, exitCode, reason, nodes);
  }

  private static @Nullable Instant latest(
      List<SlurmJob> components, Function<SlurmJob, @Nullable Instant> time) {
    Instant latest = null;
    for (SlurmJob component : components) {
      Instant at = time.apply(component);
      latest = latest == null || (at != null && at.isAfter(latest)) ? at : latest;
    }
    return latest;
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
