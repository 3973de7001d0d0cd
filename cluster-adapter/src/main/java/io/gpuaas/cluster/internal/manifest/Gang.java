package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who sees to it that all pods of a run are placed, or none, and what that party has to be told.
interface Gang {
  /// Objects that have to be there before the main ones.
  default List<Manifest> before(RunShape shape) {
    return List.of();
  }

  /// Kinds of those objects.
  default List<Manifest.Kind> kinds() {
    return List.of();
  }

  /// Labels and annotations of the main objects, as metadata.
  default Tree onMain(RunShape shape) {
    return Tree.EMPTY;
  }

  default Tree onTemplate(RunShape shape, Group group, Tree template) {
    return template;
  }

  default Pinning pinning() {
    return Pinning.EACH_POD;
  }

  /// Whether that party releases suspended objects, so that we must not.
  default boolean releases() {
    return false;
  }

  /// Where that party tells why it took a run back; null when it does not.
  default @Nullable Telling telling() {
    return null;
  }

  default List<Fault> unmet(JobSpec spec) {
    return List.of();
  }

  /// We place every pod and hold all back until all are there: kube-scheduler needs no more.
  record OurPlaces() implements Gang {}
}
