package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.internal.manifest.Backend;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.placement.RunCommand;
import java.util.List;

/// What drives the runs of one cluster: its own backend, or that which a job asked for.
///
/// @param own of runs whose jobs asked for none
record Backends(Backend own, Site site) {

  /// Jobs were let ask for it when they were submitted. A cluster that has been made another since
  /// may not know it.
  Backend of(RunCommand command) {
    String asked = command.backend();
    return Backend.names().contains(asked) ? Backend.of(asked, site) : own;
  }

  /// Kinds of main objects of those that jobs may ask for beside it: some may be there from before.
  List<Kind> furtherKinds() {
    return site.backends().stream().map(name -> Backend.of(name, site).mainKind()).toList();
  }
}
