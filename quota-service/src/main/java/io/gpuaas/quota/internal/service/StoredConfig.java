package io.gpuaas.quota.internal.service;

import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.OrganisationSource;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import io.gpuaas.quota.internal.engine.configuration.Configuration;
import io.gpuaas.quota.internal.store.ConfigStore;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/// Every reading of the configuration. A whole configuration belongs to one generation: it is read
/// in a REPEATABLE READ transaction, or, inside a transaction of the caller, read again when the
/// generation has moved meanwhile. It never needs a second connection.
@Service
class StoredConfig implements QuotaConfigSource, OrganisationSource {
  private static final int ATTEMPTS_MAX = 100;

  private final ConfigStore store;
  private final TransactionTemplate reading;
  private final TransactionTemplate readingWhole;
  private volatile @Nullable Organisation newest;

  StoredConfig(ConfigStore store, PlatformTransactionManager transactions) {
    this.store = store;
    this.reading = new TransactionTemplate(transactions);
    this.readingWhole = new TransactionTemplate(transactions);
    readingWhole.setReadOnly(true);
    readingWhole.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
  }

  @Override
  public QuotaConfig load() {
    return whole(Configuration::toQuotaConfig);
  }

  @Override
  public Organisation current() {
    Organisation known = newest;
    if (known != null && known.generation() == generation()) {
      return known;
    }
    Organisation read = whole(Configuration::toOrganisation);
    newest = read;
    return read;
  }

  private <T> T whole(BiFunction<Configuration, Long, T> view) {
    return readingWhole.execute(_ -> wholeInTransaction(view));
  }

  /// In a transaction of ours one attempt does, since it sees one snapshot.
  private <T> T wholeInTransaction(BiFunction<Configuration, Long, T> view) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      long generation = store.generation();
      List<ConfigItem> items = store.all().stream().map(Versioned::value).toList();
      if (store.generation() == generation) {
        return view.apply(Configuration.of(items), generation);
      }
    }
    throw new IllegalStateException(
        "The configuration changed during each of %d attempts to read it.".formatted(ATTEMPTS_MAX));
  }

  @Override
  public long generation() {
    return store.known().get(() -> reading.execute(_ -> store.generation()));
  }

  <T extends ConfigItem> List<Versioned<T>> all(Class<T> type) {
    return reading.execute(_ -> store.all(type));
  }

  <T extends ConfigItem> Optional<Versioned<T>> find(Class<T> type, ConfigKey key) {
    return reading.execute(_ -> store.find(type, key));
  }
}
