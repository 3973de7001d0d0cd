package io.gpuaas.quota;

/// A port: what another module keeps of the configuration's past. Called in the transaction of each
/// change.
public interface ConfigurationHistory {
  void changed(QuotaConfig before, QuotaConfig after);
}
