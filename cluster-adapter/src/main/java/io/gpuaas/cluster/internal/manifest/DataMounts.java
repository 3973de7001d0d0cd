package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.SecretUse;
import io.gpuaas.quota.DataSource;
import java.util.ArrayList;
import java.util.List;

/// Data and secrets that a job uses by reference, as volumes and variables of its pods.
final class DataMounts {
  private final List<DataUse> data;
  private final List<SecretUse> secrets;

  DataMounts(RunShape shape) {
    data = shape.companions().data();
    secrets = shape.companions().secrets();
  }

  private static String volumeOf(DataUse use) {
    return "data-" + use.source();
  }

  private List<DataUse> mounted() {
    return data.stream().filter(use -> use.kind().isMounted()).toList();
  }

  List<Tree> volumes() {
    return mounted().stream()
        .map(use -> Tree.of("name", volumeOf(use)).merge(source(use)))
        .toList();
  }

  private static Tree source(DataUse use) {
    if (use.kind() == DataSource.Kind.CLAIM) {
      return Tree.of(
          "persistentVolumeClaim",
          Tree.of("claimName", use.place(), "readOnly", use.readOnly() ? true : null));
    }
    int colon = use.place().indexOf(':');
    return Tree.of(
        "nfs",
        Tree.of(
            "server", use.place().substring(0, colon),
            "path", use.place().substring(colon + 1),
            "readOnly", use.readOnly() ? true : null));
  }

  List<Tree> mounts() {
    return mounted().stream()
        .map(
            use ->
                Tree.of(
                    "name", volumeOf(use),
                    "mountPath", use.mountPath(),
                    "readOnly", use.readOnly() ? true : null))
        .toList();
  }

  List<Tree> environment() {
    List<Tree> all = new ArrayList<>();
    data.forEach(use -> all.add(Rendezvous.text(use.variable(), use.whereabouts())));
    for (SecretUse use : secrets) {
      Tree from = Tree.of("secretKeyRef", Tree.of("name", use.secret(), "key", use.key()));
      all.add(Tree.of("name", use.variable(), "valueFrom", from));
    }
    return all;
  }

  /// All variables of the secrets that object stores are read with.
  List<Tree> environmentFrom() {
    return data.stream()
        .map(DataUse::secret)
        .filter(secret -> !secret.isEmpty())
        .distinct()
        .map(secret -> Tree.of("secretRef", Tree.of("name", secret)))
        .toList();
  }
}
