package io.gpuaas.placement;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Moves virtual time. Exists only when the product was started on virtual time.
public interface VirtualTimeDriver {
  Instant now();

  /// Lets everything happen up to and including `target`, in the order of time, and comes back when
  /// nothing more can happen at `target`. A target in the past settles what can happen now.
  void advanceTo(Instant target);

  /// When something would happen by itself next; null when nothing will.
  @Nullable Instant nextEventAt();
}
