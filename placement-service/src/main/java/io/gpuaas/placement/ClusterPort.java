package io.gpuaas.placement;

import java.util.List;

/// The door to one cluster, implemented by `cluster-adapter`. Commands return at once; what happens
/// is reported as [Observation]s to the [ObservationSink] that the cluster was given.
public interface ClusterPort {
  /// Name of the cluster.
  String cluster();

  /// Makes the commands true, in any order, as often as they are sent.
  void send(List<RunCommand> commands);

  /// Asks for all that the cluster knows of its runs and nodes to be reported again; the answer to
  /// a lost connection and to a restart.
  void requestResync();

  /// From now on commands come from the leader of this epoch: a cluster that remembers it carries
  /// out nothing more that costs devices for the leader of an older one. Called often.
  default void follow(long epoch) {}

  /// How well the cluster can be reached.
  default ClusterCondition condition() {
    return ClusterCondition.WELL;
  }

  /// What the pods of a run have written. May take as long as the cluster does.
  default RunLog log(RunLog.Question question) {
    return RunLog.NONE;
  }

  /// How busy the GPUs of a run were. May take as long as the cluster does.
  default RunUse use(RunUse.Question question) {
    return RunUse.NONE;
  }

  /// Pods with GPUs that others put there. Answers at once, from what was last seen.
  default ForeignPod.Sighting foreign() {
    return ForeignPod.Sighting.NONE;
  }
}
