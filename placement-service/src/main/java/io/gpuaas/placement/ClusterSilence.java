package io.gpuaas.placement;

import org.jspecify.annotations.Nullable;

/// A cluster, or what measures it, did not answer a question of somebody who waits. The message is
/// a sentence for people.
public final class ClusterSilence extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ClusterSilence(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
