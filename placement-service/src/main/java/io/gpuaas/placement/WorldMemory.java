package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a world remembers of the past, beside what is held and what waits.
///
/// @param claims waiting jobs that others were preempted for, with the instant of the last such
///   deed: the preemption, or the room becoming free
/// @param evictions how often in a row a job was preempted without progress in between
/// @param spending what projects have used over their quota
public record WorldMemory(
    SortedMap<JobId, Instant> claims,
    SortedMap<JobId, Integer> evictions,
    SortedMap<String, Spent> spending) {
  public static final WorldMemory NONE =
      new WorldMemory(
          Collections.emptySortedMap(), Collections.emptySortedMap(), Collections.emptySortedMap());

  /// Decayed use over quota, at one instant. A score, not an account.
  public record Spent(Instant at, double milliGpuMillis) {}

  public WorldMemory {
    claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
    evictions = Collections.unmodifiableSortedMap(new TreeMap<>(evictions));
    spending = Collections.unmodifiableSortedMap(new TreeMap<>(spending));
  }
}
