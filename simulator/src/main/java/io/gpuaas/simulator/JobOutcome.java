package io.gpuaas.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What became of a job by the end of the simulation. Times since the start of the scenario.
///
/// @param startedAt of its latest run; null when it never ran
/// @param endedAt null unless it is over
/// @param runs how often it was given room
public record JobOutcome(
    Phase phase, @Nullable Duration startedAt, @Nullable Duration endedAt, int runs) {

  /// Where the job is.
  public enum Phase {
    NOT_SUBMITTED("NotSubmitted"),
    WAITING("Waiting"),
    ADMITTED("Admitted"),
    EVICTING("Evicting"),
    ENDED("Ended"),
    FAILED("Failed"),
    CANCELLED("Cancelled"),
    REJECTED("Rejected");

    private final String code;

    Phase(String code) {
      this.code = code;
    }

    /// The spelling of the result.
    public String code() {
      return code;
    }
  }
}
