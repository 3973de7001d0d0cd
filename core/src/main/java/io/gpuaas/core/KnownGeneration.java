package io.gpuaas.core;

import java.util.function.LongSupplier;

/// The generation of something stored, remembered between readings where that is safe.
///
/// Equivalent to reading it each time. Where no other process writes (`alone`), what was read stays
/// true until a writer of this process calls [#moves], which it does both before its transaction
/// commits and after: a reading that overlaps with either is not remembered. Safe for threads.
public final class KnownGeneration {
  private static final long NEVER = -1;

  private final boolean alone;
  private long moves;
  private long readAtMove = NEVER;
  private long generation;

  /// Nothing is known at first.
  ///
  /// @param alone whether no other process can raise the generation
  public KnownGeneration(boolean alone) {
    this.alone = alone;
  }

  /// The newest committed generation.
  ///
  /// @param stored reads it where it is stored
  public long get(LongSupplier stored) {
    if (!alone) {
      return stored.getAsLong();
    }
    long move;
    synchronized (this) {
      if (readAtMove == moves) {
        return generation;
      }
      move = moves;
    }
    long read = stored.getAsLong();
    synchronized (this) {
      readAtMove = move;
      generation = read;
    }
    return read;
  }

  /// A writer is about to change the generation, or its transaction has ended.
  public synchronized void moves() {
    moves++;
  }
}
