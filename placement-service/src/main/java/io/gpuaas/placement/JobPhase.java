package io.gpuaas.placement;

/// Where a job is in its life. Few on purpose; the reason beside it says why.
public enum JobPhase {
  QUEUED,
  /// Holds quota and nodes; its pods are being started.
  ADMITTED,
  RUNNING,
  /// Was told to stop; its room is not free yet.
  STOPPING,
  SUCCEEDED,
  FAILED,
  CANCELLED,
  TIMED_OUT,
  /// Can never run on the hardware and quota there is.
  REJECTED;

  public boolean isTerminal() {
    return switch (this) {
      case QUEUED, ADMITTED, RUNNING, STOPPING -> false;
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT, REJECTED -> true;
    };
  }
}
