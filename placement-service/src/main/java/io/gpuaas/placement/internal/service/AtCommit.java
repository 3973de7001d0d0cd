package io.gpuaas.placement.internal.service;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// What is to be done last in the transaction at hand, when all else has succeeded.
final class AtCommit {
  private AtCommit() {}

  static void run(Runnable work) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void beforeCommit(boolean readOnly) {
            work.run();
          }
        });
  }
}
