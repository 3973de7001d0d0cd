package io.gpuaas.quota.internal.service;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Fault;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigurationHistory;
import io.gpuaas.quota.ConfigurationHistory.Standing;
import io.gpuaas.quota.OrganisationDocument;
import io.gpuaas.quota.OrganisationDocument.Located;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.RemovalGuard;
import io.gpuaas.quota.internal.engine.configuration.Configuration;
import io.gpuaas.quota.internal.engine.configuration.ConfigurationRules;
import io.gpuaas.quota.internal.store.ConfigStore;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Every change of the configuration, each one transaction: lock, read all, decide by the pure
/// rules on the whole configuration as it would be, write what differs, raise the generation.
///
/// Changes run one after the other. They are rare, and a configuration is small enough to be read
/// whole; in return each rule may look at all of it and generations are committed in order.
@Service
class ConfigChanges implements OrganisationImport {
  private final ConfigStore store;
  private final ObjectProvider<RemovalGuard> guards;
  private final ObjectProvider<ConfigurationHistory> histories;

  ConfigChanges(
      ConfigStore store,
      ObjectProvider<RemovalGuard> guards,
      ObjectProvider<ConfigurationHistory> histories) {
    this.store = store;
    this.guards = guards;
    this.histories = histories;
  }

  @Transactional
  public <T extends ConfigItem> ChangeOutcome<T> create(T item, Class<T> type) {
    store.lockGeneration();
    return ChangeOutcome.ifAbsent(
        store.find(type, item.key()).orElse(null), () -> accept(item, type));
  }

  @Transactional
  public <T extends ConfigItem> ChangeOutcome<T> replace(T item, Class<T> type, long version) {
    store.lockGeneration();
    return ChangeOutcome.ifCurrent(
        store.find(type, item.key()).orElse(null), version, _ -> accept(item, type));
  }

  private <T extends ConfigItem> ChangeOutcome<T> accept(T item, Class<T> type) {
    Configuration before = standing();
    Configuration after = before.with(List.of(item));
    List<Fault> faults = ConfigurationRules.check(after, List.of(new Located("", item)));
    if (!faults.isEmpty()) {
      return new ChangeOutcome.Invalid<>(faults);
    }
    write(before, after);
    Versioned<T> now = store.find(type, item.key()).orElseThrow();
    return new ChangeOutcome.Accepted<>(now.value(), now.version(), List.of());
  }

  @Transactional
  public <T extends ConfigItem> ChangeOutcome<T> remove(
      ConfigKey key, Class<T> type, long version) {
    store.lockGeneration();
    return ChangeOutcome.ifCurrent(
        store.find(type, key).orElse(null), version, _ -> removeIfUnused(key));
  }

  private <T extends ConfigItem> ChangeOutcome<T> removeIfUnused(ConfigKey key) {
    Configuration before = standing();
    List<Fault> uses = new ArrayList<>(ConfigurationRules.uses(before, key));
    guards.orderedStream().forEach(guard -> uses.addAll(guard.uses(key)));
    if (!uses.isEmpty()) {
      return new ChangeOutcome.InUse<>(uses);
    }
    write(before, before.without(key));
    return new ChangeOutcome.Removed<>();
  }

  @Override
  @Transactional
  public ImportOutcome apply(OrganisationDocument document) {
    long generation = store.lockGeneration();
    Configuration before = standing();
    List<ConfigItem> items = document.items().stream().map(Located::item).toList();
    Configuration after = before.with(items);
    List<Fault> faults = ConfigurationRules.check(after, document.items());
    if (!faults.isEmpty()) {
      return new ImportOutcome.Invalid(faults);
    }
    List<ConfigKey> keys = items.stream().map(ConfigItem::key).toList();
    int created = (int) keys.stream().filter(key -> before.find(key).isEmpty()).count();
    int unchanged =
        (int) keys.stream().filter(key -> before.find(key).equals(after.find(key))).count();
    boolean changed = write(before, after);
    return new ImportOutcome.Imported(
        changed ? generation + 1 : generation,
        created,
        keys.size() - created - unchanged,
        unchanged,
        List.of());
  }

  private Configuration standing() {
    return Configuration.of(store.all().stream().map(Versioned::value).toList());
  }

  /// Makes `after` of `before` and raises the generation, unless they are equal.
  ///
  /// @return whether they differ
  private boolean write(Configuration before, Configuration after) {
    if (after.equals(before)) {
      return false;
    }
    after.differingFrom(before).forEach(store::put);
    after.missingFrom(before).forEach(store::remove);
    long generation = store.raiseGeneration();
    Standing was = standing(before, generation - 1);
    Standing is = standing(after, generation);
    histories.orderedStream().forEach(it -> it.changed(was, is));
    return true;
  }

  private static Standing standing(Configuration configuration, long generation) {
    return new Standing(
        configuration.toQuotaConfig(generation), configuration.toOrganisation(generation));
  }
}
