package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A job as it is now.
///
/// @param reason stable code beside the phase, empty when there is nothing to say
/// @param queuedAt when it last began to wait; its place in the queue goes by `submittedAt`
/// @param attempt number of the newest run, 0 before the first
/// @param failures runs that the platform failed; those preempted do not count
/// @param savedMillis work kept by checkpoints of earlier runs
/// @param stopAsked why it was asked to stop for good (`USER_CANCEL`, `MAX_RUNTIME`); empty if not
/// @param live false once it has ended and holds nothing
/// @param version larger after each change
public record Job(
    JobId id,
    String project,
    String name,
    String user,
    SortedMap<String, String> labels,
    JobSpec spec,
    int priority,
    long milliGpus,
    JobPhase phase,
    Instant phaseSince,
    String reason,
    String message,
    Instant submittedAt,
    Instant queuedAt,
    @Nullable Instant admittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    int attempt,
    int failures,
    long savedMillis,
    String stopAsked,
    @Nullable Integer exitCode,
    boolean live,
    long version) {
  public Job {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }
}
