package io.gpuaas.quota;

/// A port: what another module keeps of the configuration's past. Called in the transaction of each
/// change.
public interface ConfigurationHistory {
  void changed(Standing before, Standing after);

  /// The whole configuration of one generation, as its two readers see it.
  record Standing(QuotaConfig quotas, Organisation organisation) {}
}
