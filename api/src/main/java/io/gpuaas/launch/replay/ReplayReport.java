package io.gpuaas.launch.replay;

import java.util.SortedMap;

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
    SortedMap<String, ProjectReport> projects) {
  /// The same of one project.
  public record ProjectReport(
      int jobsRun,
      long gpuSeconds,
      long sumWaitSeconds,
      long maxWaitSeconds,
      String statementGpuHours) {}
}
