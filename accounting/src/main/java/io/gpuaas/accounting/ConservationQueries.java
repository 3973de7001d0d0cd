package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import java.time.Instant;
import java.util.List;

/// Shows that every GPU-millisecond of the hardware is accounted for.
public interface ConservationQueries {
  /// One row per pool, model and UTC hour that `[from, to)` touches and that has capacity or usage,
  /// in that order, up to `now`. An hour at an edge counts only inside the window.
  List<Row> rows(Instant from, Instant to, Instant now);

  /// The same, and how much was idle while somebody waited who could have used it.
  List<Row> rows(Instant from, Instant to, Instant now, List<WaitingTime> waiting);

  /// The hour's capacity and where it went. A GPU that is held counts as held, even on a node that
  /// is down; the others of such a node count as down or planned down, and what is left is idle.
  ///
  /// @param other held as reserved, spot or internal
  /// @param wanted the part of `idle` during which a job waited that the pool would have taken
  record Row(
      String pool,
      String model,
      Instant hour,
      GpuTime capacity,
      GpuTime nominal,
      GpuTime borrowed,
      GpuTime other,
      GpuTime idle,
      GpuTime wanted,
      GpuTime down,
      GpuTime plannedDown) {

    /// False when more was held than there was.
    public boolean balanced() {
      return nominal
          .plus(borrowed)
          .plus(other)
          .plus(idle)
          .plus(down)
          .plus(plannedDown)
          .equals(capacity);
    }
  }
}
