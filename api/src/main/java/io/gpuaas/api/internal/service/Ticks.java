package io.gpuaas.api.internal.service;

/// Real time for what is only kept for a while, whatever the product's clock says.
@FunctionalInterface
public interface Ticks {
  /// Nanoseconds since some moment; only differences mean something.
  long nanos();
}
