package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.NightlyAudits;
import io.gpuaas.accounting.internal.store.AuditNightStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/// The checks of a night and their result are one transaction, on one snapshot of the books.
@Service
class BookNightlyAudits implements NightlyAudits {
  /// When the night's checks are due, UTC.
  static final LocalTime DUE = LocalTime.of(2, 0);

  private final Auditor auditor;
  private final AuditNightStore store;
  private final InstantSource clock;
  private final TransactionTemplate transaction;

  BookNightlyAudits(
      Auditor auditor,
      AuditNightStore store,
      InstantSource clock,
      PlatformTransactionManager transactions) {
    this.auditor = auditor;
    this.store = store;
    this.clock = clock;
    this.transaction = new TransactionTemplate(transactions);
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
  }

  @Override
  public Optional<Night> runIfDue(Instant now) {
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    if (now.atOffset(ZoneOffset.UTC).toLocalTime().isBefore(DUE)) {
      return Optional.empty();
    }
    Optional<Night> ran =
        transaction.execute(
            _ -> store.claim(day) ? Optional.of(run(day, now)) : Optional.<Night>empty());
    return ran == null ? Optional.empty() : ran;
  }

  private Night run(LocalDate day, Instant now) {
    List<Auditor.Check> checks = auditor.run(now);
    long millis = Duration.between(now, clock.instant()).toMillis();
    Night night = new Night(day, now, millis, checks);
    store.add(night);
    return night;
  }

  @Override
  public List<Night> latest(int limit) {
    return store.latest(limit);
  }
}
