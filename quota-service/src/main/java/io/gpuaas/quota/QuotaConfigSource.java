package io.gpuaas.quota;

/// The read door to the committed configuration, used by the scheduling loop.
public interface QuotaConfigSource {
  /// The newest committed configuration, read in one transaction.
  QuotaConfig load();

  /// The newest committed generation; cheap.
  long generation();
}
