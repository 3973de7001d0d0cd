package io.gpuaas.cluster;

/// How a simulated cluster behaves. Rates are per million, drawn from the seed and the run's id, so
/// the same runs meet the same faults again.
///
/// @param startDelayMillis from command to all pods running, unless the job says otherwise
/// @param stopDelayMillis from stop or end to nothing left, unless the job says otherwise
/// @param defaultRunMillis run time of jobs that do not say theirs
/// @param podFailurePerMillion runs that fail somewhere on their way
/// @param slowStopPerMillion runs that take ten times as long to stop
/// @param lostMessagePerMillion observations that never arrive
/// @param repeatedMessagePerMillion observations that arrive twice
/// @param shuffledMessages whether what many runs say at an instant arrives in any order; what one
///   of them says keeps its order, as in the watch of any cluster
/// @param nodeFailureEveryMillis mean time between failures of one node; 0 = never
/// @param nodeRepairMillis how long a failed node is away
public record SimulationSettings(
    long seed,
    long startDelayMillis,
    long stopDelayMillis,
    long defaultRunMillis,
    int podFailurePerMillion,
    int slowStopPerMillion,
    int lostMessagePerMillion,
    int repeatedMessagePerMillion,
    boolean shuffledMessages,
    long nodeFailureEveryMillis,
    long nodeRepairMillis) {
  /// What is said at an instant arrives in its order.
  public SimulationSettings(
      long seed,
      long startDelayMillis,
      long stopDelayMillis,
      long defaultRunMillis,
      int podFailurePerMillion,
      int slowStopPerMillion,
      int lostMessagePerMillion,
      int repeatedMessagePerMillion,
      long nodeFailureEveryMillis,
      long nodeRepairMillis) {
    this(
        seed,
        startDelayMillis,
        stopDelayMillis,
        defaultRunMillis,
        podFailurePerMillion,
        slowStopPerMillion,
        lostMessagePerMillion,
        repeatedMessagePerMillion,
        false,
        nodeFailureEveryMillis,
        nodeRepairMillis);
  }

  /// No faults and no delays.
  public static final SimulationSettings EXACT =
      new SimulationSettings(0, 0, 0, 3_600_000, 0, 0, 0, 0, 0, 0);

  /// Small delays, no faults: what a newcomer sees.
  public static final SimulationSettings LIFELIKE =
      new SimulationSettings(1, 4_000, 3_000, 3_600_000, 0, 0, 0, 0, 0, 0);
}
