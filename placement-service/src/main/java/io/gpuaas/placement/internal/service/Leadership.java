package io.gpuaas.placement.internal.service;

import io.gpuaas.core.IdGenerator;
import io.gpuaas.placement.LeaderView;
import io.gpuaas.placement.internal.store.LeaderStore;
import java.time.Duration;
import java.util.OptionalLong;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Who of the replicas runs the loop. A leader whose lease ran out is harmless: each of its
/// transactions is fenced by its epoch.
@Component
class Leadership implements LeaderView {
  static final Duration LEASE = Duration.ofSeconds(10);

  private final LeaderStore store;
  private final TransactionTemplate transactions;
  private final String holder;
  private final Duration lease;
  private volatile boolean leading;

  /// @param alone whether no other process can be there, so that a lease left by a killed one need
  ///   not be waited for
  Leadership(
      LeaderStore store,
      TransactionTemplate transactions,
      IdGenerator ids,
      @Value("${gpuaas.single-process:false}") boolean alone) {
    this.store = store;
    this.lease = alone ? Duration.ZERO : LEASE;
    this.transactions = transactions;
    this.holder = ids.next("replica");
  }

  /// The epoch when this process leads now; empty when another one does.
  OptionalLong takeOrRenew() {
    OptionalLong epoch = transactions.execute(status -> store.take(holder, lease));
    leading = epoch.isPresent();
    return epoch;
  }

  /// In a transaction that has read which epoch leads: undoes it when that is not `epoch`.
  void require(long epoch, long leads) {
    if (leads != epoch) {
      leading = false;
      throw new LeadershipLost(epoch);
    }
  }

  void release() {
    leading = false;
    transactions.executeWithoutResult(status -> store.release(holder));
  }

  @Override
  public boolean isLeading() {
    return leading;
  }

  String holder() {
    return holder;
  }

  /// Another replica has taken over; nothing of the transaction was written.
  static final class LeadershipLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeadershipLost(long epoch) {
      super("Epoch %d does not lead any more.".formatted(epoch));
    }
  }
}
