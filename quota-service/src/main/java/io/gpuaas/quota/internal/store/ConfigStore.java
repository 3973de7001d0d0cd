package io.gpuaas.quota.internal.store;

import io.gpuaas.core.KnownGeneration;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Reads and writes items within the caller's transaction. It decides nothing.
///
/// No row stays in the persistence context after a call: what was read before a lock must not be
/// taken for what is there after it.
@Repository
public class ConfigStore {
  private static final String CHANNEL = "gpuaas_config";

  private final EntityManager entities;
  private final KnownGeneration known;

  ConfigStore(
      EntityManager entities, @Value("${gpuaas.single-process:false}") boolean singleProcess) {
    this.entities = entities;
    this.known = new KnownGeneration(singleProcess);
  }

  /// What is known of the generation without reading it.
  public KnownGeneration known() {
    return known;
  }

  /// The generation now. Waits for any other writer and keeps further ones out until the
  /// transaction ends, so that what is read after it is what a change is decided on.
  public long lockGeneration() {
    return number("select generation from quota.config_generation for update");
  }

  /// The newest committed generation.
  public long generation() {
    return number("select generation from quota.config_generation");
  }

  private long number(String sql) {
    return ((Number) entities.createNativeQuery(sql).getSingleResult()).longValue();
  }

  /// Raises the generation by one and tells the listeners when the transaction commits.
  public long raiseGeneration() {
    known.moves();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            known.moves();
          }
        });
    long raised =
        number(
            "update quota.config_generation set generation = generation + 1 returning generation");
    entities
        .createNativeQuery("select pg_notify(:channel, :payload)")
        .setParameter("channel", CHANNEL)
        .setParameter("payload", Long.toString(raised))
        .getResultList();
    return raised;
  }

  /// All items of all kinds.
  public List<Versioned<ConfigItem>> all() {
    List<Versioned<ConfigItem>> items = new ArrayList<>();
    for (RowKind<?, ?> kind : RowKind.ALL) {
      items.addAll(all(kind, ConfigItem.class));
    }
    return items;
  }

  /// All items of a type in the order of their keys.
  public <T extends ConfigItem> List<Versioned<T>> all(Class<T> type) {
    List<Versioned<T>> items = all(RowKind.of(type), type);
    items.sort(Comparator.comparing(item -> item.value().key()));
    return items;
  }

  private <T extends ConfigItem> List<Versioned<T>> all(RowKind<?, ?> kind, Class<T> type) {
    Class<? extends ConfigRow<?>> rowType = kind.rowType();
    String query = "select r from %s r".formatted(rowType.getSimpleName());
    List<Versioned<T>> items = new ArrayList<>();
    for (ConfigRow<?> row : entities.createQuery(query, rowType).getResultList()) {
      items.add(new Versioned<>(type.cast(row.toDomain()), row.version()));
      entities.detach(row);
    }
    return items;
  }

  /// The item of a key, as it is stored now.
  public <T extends ConfigItem> Optional<Versioned<T>> find(Class<T> type, ConfigKey key) {
    ConfigRow<?> row = entities.find(RowKind.of(key).rowType(), RowKind.id(key));
    if (row == null) {
      return Optional.empty();
    }
    entities.detach(row);
    return Optional.of(new Versioned<>(type.cast(row.toDomain()), row.version()));
  }

  /// Puts the item in the place of the one of its key, or adds it.
  public void put(ConfigItem item) {
    put(RowKind.of(item.key()), item);
  }

  private <T extends ConfigItem, R extends ConfigRow<T>> void put(
      RowKind<T, R> kind, ConfigItem item) {
    T typed = kind.itemType().cast(item);
    R row = entities.find(kind.rowType(), RowKind.id(item.key()));
    if (row == null) {
      row = kind.of().apply(typed);
      entities.persist(row);
    } else {
      row.apply(typed);
    }
    entities.flush();
    entities.detach(row);
  }

  public void remove(ConfigKey key) {
    entities.remove(entities.find(RowKind.of(key).rowType(), RowKind.id(key)));
    entities.flush();
  }
}
