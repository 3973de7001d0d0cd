package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.UsagePieces;
import io.gpuaas.accounting.internal.store.PieceStore;
import io.gpuaas.accounting.internal.store.RunPlaceStore;
import io.gpuaas.core.GpuPlace;
import java.util.List;
import java.util.SortedMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Pieces of usage from the ledger.
@Service
class LedgerUsagePieces implements UsagePieces {
  private final PieceStore store;
  private final RunPlaceStore places;

  LedgerUsagePieces(PieceStore store, RunPlaceStore places) {
    this.store = store;
    this.places = places;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Piece> page(Wanted wanted, Place after, int limit) {
    List<Piece> pieces = store.page(wanted, after, limit);
    if (pieces.isEmpty()) {
      return pieces;
    }
    SortedMap<Long, List<GpuPlace>> held =
        places.ofIntervals(
            pieces.stream().map(it -> it.place().id()).toList(),
            pieces.getFirst().place().intervalFrom(),
            pieces.getLast().place().intervalFrom());
    return pieces.stream()
        .map(it -> it.withHeld(held.getOrDefault(it.place().id(), List.of())))
        .toList();
  }
}
