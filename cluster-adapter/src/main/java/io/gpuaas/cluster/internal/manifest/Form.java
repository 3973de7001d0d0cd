package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// As which kind of object a run is pushed.
interface Form {
  Manifest.Kind kind();

  /// The main objects of the run: it has succeeded when all have, and failed when one has.
  List<Manifest> render(RunShape shape, Gang gang);

  /// Objects that have to be there before, beside those of the gang.
  default List<Manifest> before(RunShape shape) {
    return List.of();
  }

  /// What a main object says of itself.
  MainState state(Tree main);

  /// The field that holds its pods back; empty when there is none.
  List<String> suspendPath();

  /// What its controller is told so that it ends a main object's pods before the object is deleted;
  /// null where a deletion is enough, or nothing is left to be told.
  default @Nullable Manifest abort(Tree main) {
    return null;
  }

  /// Whether its controller is about to end a main object's pods.
  default boolean isEnding(Tree main) {
    return false;
  }

  /// Pods that it makes besides those of the pod sets.
  default int extraPods(RunShape shape) {
    return 0;
  }

  /// How the pods of a pod set find each other; null where this kind's operator tells them.
  default @Nullable Rendezvous rendezvous(RunShape shape, RunShape.Group group) {
    return null;
  }

  /// Ports of its pods that its operator has to reach.
  default List<Surroundings.Opening> openings(RunShape shape) {
    return List.of();
  }

  /// What the job asks for that it cannot express.
  default List<Fault> unmet(JobSpec spec) {
    return List.of();
  }

  /// Whether its pods can have claims for devices.
  default boolean hasClaims() {
    return true;
  }
}
