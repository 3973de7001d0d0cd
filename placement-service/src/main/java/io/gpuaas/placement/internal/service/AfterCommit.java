package io.gpuaas.placement.internal.service;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// What is to be done once the transaction at hand has committed, and not at all if it does not.
final class AfterCommit {
  private AfterCommit() {}

  static void run(Runnable work) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            work.run();
          }
        });
  }
}
