package io.gpuaas.quota;

/// The read door to who there is. Cheap: what it gives is kept until the configuration changes.
public interface OrganisationSource {
  /// The newest committed organisation.
  Organisation current();
}
