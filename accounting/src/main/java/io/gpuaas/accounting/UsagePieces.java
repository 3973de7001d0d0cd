package io.gpuaas.accounting;

import io.gpuaas.core.GpuPlace;
import java.time.Instant;
import java.util.List;

/// The single pieces of finished usage that a line of a statement is made of.
public interface UsagePieces {
  /// The first `limit` pieces of `wanted` behind `after`, in order of time.
  List<Piece> page(Wanted wanted, Place after, int limit);

  /// The pieces of one line of a statement, cut to `[from, to)`.
  record Wanted(String project, Instant from, Instant to, StatementLine line) {}

  /// Where a page begins: behind the piece that begins at `from`, of the interval `id` that begins
  /// at `intervalFrom`.
  record Place(Instant intervalFrom, long id, Instant from) {
    public static final Place START = new Place(Instant.EPOCH, 0, Instant.EPOCH);
  }

  /// A piece during which one price holds, cut to the asked time.
  ///
  /// @param place where the page after it begins
  /// @param rateId and `cardVersion` say which rate priced it; 0 when it is free or unrated
  /// @param held on which nodes, devices and slices; empty when that was not told
  record Piece(Place place, RatedUsage rated, long rateId, int cardVersion, List<GpuPlace> held) {
    public Piece {
      held = List.copyOf(held);
    }

    public Piece withHeld(List<GpuPlace> newHeld) {
      return new Piece(place, rated, rateId, cardVersion, newHeld);
    }
  }
}
