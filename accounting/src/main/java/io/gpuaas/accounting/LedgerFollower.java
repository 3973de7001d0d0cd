package io.gpuaas.accounting;

/// Books usage events into the ledger, each exactly once.
///
/// It runs by itself in the background; whoever must see the newest facts calls [#catchUp].
public interface LedgerFollower {
  /// Books everything that the log holds now; how many events that were.
  long catchUp();

  /// `seq` of the last event in the books.
  long bookedUpTo();
}
