package io.gpuaas.placement;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that would happen by itself as time passes. On virtual time nothing does: a
/// [VirtualTimeDriver] asks for the next instant and goes there.
public interface VirtualTimeParticipant {
  /// When the next thing happens; null when nothing will. May lie in the past after a restart.
  @Nullable Instant nextEventAt();

  /// Lets everything happen that is due at `now`.
  void happenUntil(Instant now);

  /// Whether what it says may be lost, so that it has to be asked again from time to time.
  default boolean losesMessages() {
    return false;
  }
}
