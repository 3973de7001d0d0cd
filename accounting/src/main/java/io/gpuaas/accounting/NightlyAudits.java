package io.gpuaas.accounting;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Checks the books once a night, and keeps what came of it.
public interface NightlyAudits {
  /// Runs all checks if they have not been run this night, and nobody else does just now. Dies it
  /// half-way, it was not run.
  ///
  /// @return what was found; empty when it was not due
  Optional<Night> runIfDue(Instant now);

  /// The newest first.
  List<Night> latest(int limit);

  /// The checks of one night.
  ///
  /// @param day UTC
  /// @param millis how long they took
  record Night(LocalDate day, Instant at, long millis, List<Auditor.Check> checks) {
    public Night {
      checks = List.copyOf(checks);
    }

    public boolean ok() {
      return checks.stream().allMatch(Auditor.Check::ok);
    }

    /// Names of the checks that failed.
    public List<String> red() {
      return checks.stream().filter(it -> !it.ok()).map(Auditor.Check::name).toList();
    }
  }
}
