package io.gpuaas.api.internal.service;

/// What keeps something for a while only. [Housekeeping] reminds it.
interface Forgetful {
  /// Drops what is too old.
  void forgetOld();
}
