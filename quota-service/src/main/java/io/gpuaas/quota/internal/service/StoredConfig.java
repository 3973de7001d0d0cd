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

/// Every reading of the configuration. A whole configuration is read in a REPEATABLE READ
/// transaction of its own, so that it belongs to one generation.
@Service
class StoredConfig implements QuotaConfigSource, OrganisationSource {
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
    readingWhole.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
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
    return readingWhole.execute(
        _ -> {
          long generation = store.generation();
          List<ConfigItem> items = store.all().stream().map(Versioned::value).toList();
          return view.apply(Configuration.of(items), generation);
        });
  }

  @Override
  public long generation() {
    return reading.execute(_ -> store.generation());
  }

  <T extends ConfigItem> List<Versioned<T>> all(Class<T> type) {
    return reading.execute(_ -> store.all(type));
  }

  <T extends ConfigItem> Optional<Versioned<T>> find(Class<T> type, ConfigKey key) {
    return reading.execute(_ -> store.find(type, key));
  }
}
