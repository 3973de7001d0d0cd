package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// What became of guaranteed quota: used, left alone, or held back from a project that wanted it.
public interface QuotaUse {
  /// Of `projects` in `[from, to)` up to `now`: one row for each project and pool with a guarantee
  /// or usage, in that order.
  ///
  /// @param waiting what the same projects waited for
  List<Row> rows(
      SortedSet<String> projects, Instant from, Instant to, Instant now, List<WaitingTime> waiting);

  /// A project in a pool. What is guaranteed and not used is unused or starved, to the millisecond.
  ///
  /// @param nominal held as such
  /// @param unused guaranteed, not held, and not waited for
  /// @param starved guaranteed, not held, and waited for: at each instant the less of both. A job
  ///   that several pools would take counts at each
  /// @param starvedSince since when without a break, when it still is at the end; else null
  record Row(
      String project,
      String pool,
      GpuTime guaranteed,
      GpuTime nominal,
      GpuTime borrowed,
      GpuTime unused,
      GpuTime starved,
      @Nullable Instant starvedSince) {}
}
