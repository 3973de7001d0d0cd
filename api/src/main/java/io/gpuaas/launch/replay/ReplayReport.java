package io.gpuaas.launch.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// What a replay found, all of it asked from the public API. Counts and seconds are integers,
/// GPU-hours decimal texts. A job's wait is all the time it spent in the queue, also after a
/// preemption.
///
/// @param conserved whether allocated + idle + down = capacity in each pool and hour
/// @param lostGpuSeconds work that was done again because of preemptions
public record ReplayReport(
    int jobsSubmitted,
    int jobsRun,
    int jobsRefused,
    int jobsUnfinished,
    long gpuSeconds,
    long sumWaitSeconds,
    long meanWaitSeconds,
    long waitP50,
    long waitP95,
    long maxWaitSeconds,
    long preemptions,
    long lostGpuSeconds,
    boolean conserved,
    String statementGpuHours,
    long virtualSeconds,
    long wallSeconds,
    long requests,
    long decisionsPerSecond,
    long maxRssMiB,
    SortedMap<String, ProjectReport> projects,
    @Nullable @JsonInclude(JsonInclude.Include.NON_NULL) BooksReport books) {
  /// What finance did meanwhile, and how the books stand; missing when it did nothing.
  ///
  /// @param auditRed names of the invariants that do not hold
  /// @param kills how often the server was killed meanwhile
  /// @param unlikeTrace projects whose GPU-seconds are not those of the trace's jobs, or whose
  ///   statements do not add up to them; not looked at when quota is lent, since jobs are preempted
  /// @param charged sum of all statements
  /// @param chargedByRuns what the runs cost by their own times and the prices, exact; empty when
  ///   quota is lent, since borrowed hours have another price
  /// @param differs between the two, which is no more than the rounding of `statementLines`
  public record BooksReport(
      int kills,
      List<String> monthsClosed,
      List<String> unlikeTrace,
      boolean auditOk,
      List<String> auditRed,
      String charged,
      String chargedByRuns,
      int statementLines,
      boolean differs) {}

  /// The same of one project.
  public record ProjectReport(
      int jobsRun,
      long gpuSeconds,
      long sumWaitSeconds,
      long maxWaitSeconds,
      String statementGpuHours) {}
}
