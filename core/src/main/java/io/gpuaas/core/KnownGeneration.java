package io.gpuaas.core;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The generation of something stored, remembered between readings where that is safe.
///
/// Equivalent to reading it each time. Where no other process writes (`alone`), what was read stays
/// true until a writer of this process calls [#moves], which it does both before its transaction
/// commits and after: a reading that overlaps with either is not remembered. Safe for threads.
public final class KnownGeneration {
  private final boolean alone;
  private final AtomicLong moves = new AtomicLong();
  private final AtomicReference<@Nullable Reading> last = new AtomicReference<>();

  /// @param alone whether no other process can raise the generation
  public KnownGeneration(boolean alone) {
    this.alone = alone;
  }

  private record Reading(long atMove, long generation) {}

  /// The newest committed generation.
  ///
  /// @param stored reads it where it is stored
  public long get(LongSupplier stored) {
    if (!alone) {
      return stored.getAsLong();
    }
    long move = moves.get();
    Reading known = last.get();
    if (known != null && known.atMove() == move) {
      return known.generation();
    }
    long generation = stored.getAsLong();
    last.set(new Reading(move, generation));
    return generation;
  }

  /// A writer is about to change the generation, or its transaction has ended.
  public void moves() {
    moves.incrementAndGet();
  }
}
