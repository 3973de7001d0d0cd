package io.gpuaas.cluster.internal.kubernetes;

/// Something has to come first; it is tried again soon.
final class NotYet extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotYet(String message) {
    super(message);
  }
}
