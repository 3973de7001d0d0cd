package io.gpuaas.accounting;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// That GPUs were waited for, `[from, to)`.
///
/// @param project that waited
/// @param pools that would have taken the job
/// @param milliGpus that it asked for, in thousandths of a GPU
public record WaitingTime(
    String project, SortedSet<String> pools, long milliGpus, Instant from, Instant to) {
  public WaitingTime {
    pools = Collections.unmodifiableSortedSet(new TreeSet<>(pools));
  }
}
