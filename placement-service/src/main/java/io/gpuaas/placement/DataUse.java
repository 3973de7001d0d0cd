package io.gpuaas.placement;

import io.gpuaas.quota.DataSource;

/// A data source as a job uses it, as it was when the job was submitted.
///
/// @param source name of the data source within the project
/// @param secret of the project's namespace with the keys of an object store; empty for none
/// @param mountPath where pods see it; empty where nothing is mounted
public record DataUse(
    String source,
    DataSource.Kind kind,
    String place,
    String secret,
    String mountPath,
    boolean readOnly) {
  /// The variable that tells the program where its data is, for example `GPUAAS_DATA_IMAGENET`.
  public String variable() {
    return "GPUAAS_DATA_" + source.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
  }

  /// What the variable says: a folder of the pod, or an address.
  public String whereabouts() {
    return mountPath.isEmpty() ? place : mountPath;
  }
}
