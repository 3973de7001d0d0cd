package io.gpuaas.placement;

import io.gpuaas.core.RunId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// After so long out of reach its runs count as lost and are placed anew; null for never.
  default @Nullable Duration lostAfter() {
    return null;
  }

  /// Whether something of ours is there that nobody asks for any more. A cluster that comes back
  /// gets nothing new before that is gone.
  default boolean hasLeftovers() {
    return false;
  }

  /// What the pods of a run have written. May take as long as the cluster does.
  default RunLog log(RunLog.Question question) {
    return RunLog.NONE;
  }

  /// How busy the GPUs of a run were. May take as long as the cluster does.
  default RunUse use(RunUse.Question question) {
    return RunUse.NONE;
  }

  /// Why a run that was bound does not start, in the cluster's words; empty when it says nothing.
  /// May take as long as the cluster does.
  default String holdUp(RunId run) {
    return "";
  }

  /// Whether its own queue decides which job is next. Then jobs that can run nowhere else are shown
  /// to it, and none of them is bound before it has been let in.
  default boolean governs() {
    return false;
  }

  /// All jobs that wait for its queue, or for nodes after it has let them in; those that were named
  /// before and are not any more, and have no run, are withdrawn. Called often.
  default void queue(List<Job> waiting) {}

  /// What its queue says of a job that [#queue] has named. Answers at once; when the answer
  /// changes, [ObservationSink#queueMoved] is told.
  default QueueTurn turn(Job job) {
    return QueueTurn.COME;
  }

  /// Pods with GPUs that others put there. Answers at once, from what was last seen.
  default ForeignPod.Sighting foreign() {
    return ForeignPod.Sighting.NONE;
  }
}
