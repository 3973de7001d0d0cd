package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;

/// Something to be done to objects of a cluster. Doing it again changes nothing.
public sealed interface Action {

  /// Makes all objects of the run, in order, each that is not there yet.
  record Make(io.gpuaas.cluster.internal.manifest.Backend.Rendering rendering) implements Action {}

  /// A JSON patch (RFC 6902) that fails if the object is not as it was seen.
  record Patch(Manifest.Kind kind, String namespace, String name, List<Tree> operations)
      implements Action {
    public Patch {
      operations = List.copyOf(operations);
    }
  }

  /// Makes an object that tells the cluster's own controller what to do, unless it is there.
  record Tell(Manifest manifest) implements Action {}

  /// Deletes the object with this uid, and then what it owns, within their grace.
  record Delete(Manifest.Kind kind, String namespace, String name, String uid) implements Action {}

  /// Deletes the run's objects of a kind wherever they are.
  record DeleteAll(Manifest.Kind kind, String run) implements Action {}
}
