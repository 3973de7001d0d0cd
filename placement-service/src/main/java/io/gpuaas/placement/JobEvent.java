package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Something that happened to a job, for its timeline.
///
/// @param seq larger for later ones; the cursor of streams
/// @param kind for example `Submitted`, `Admitted`, `Preempted`
/// @param actor the login or the part of the platform that did it
public record JobEvent(
    long seq,
    JobId job,
    String project,
    Instant at,
    String kind,
    JobPhase phase,
    String actor,
    String message,
    SortedMap<String, String> detail) {
  public JobEvent {
    detail = Collections.unmodifiableSortedMap(new TreeMap<>(detail));
  }
}
