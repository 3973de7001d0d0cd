package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.UsagePieces;
import io.gpuaas.accounting.internal.store.PieceStore;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Pieces of usage from the ledger.
@Service
class LedgerUsagePieces implements UsagePieces {
  private final PieceStore store;

  LedgerUsagePieces(PieceStore store) {
    this.store = store;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Piece> page(Wanted wanted, Place after, int limit) {
    return store.page(wanted, after, limit);
  }
}
