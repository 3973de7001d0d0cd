package io.gpuaas.quota.internal.store;

import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Repository;

/// Reads and writes items within the caller's transaction. It decides nothing.
@Repository
public class ConfigStore {
  private static final String CHANNEL = "gpuaas_config";

  private final EntityManager entities;

  ConfigStore(EntityManager entities) {
    this.entities = entities;
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
      rows(kind).forEach(row -> items.add(new Versioned<>(row.toDomain(), row.version())));
    }
    return items;
  }

  /// All items of a type in the order of their keys.
  public <T extends ConfigItem> List<Versioned<T>> all(Class<T> type) {
    List<Versioned<T>> items = new ArrayList<>();
    for (ConfigRow<?> row : rows(RowKind.of(type))) {
      items.add(new Versioned<>(type.cast(row.toDomain()), row.version()));
    }
    items.sort(Comparator.comparing(item -> item.value().key()));
    return items;
  }

  private List<? extends ConfigRow<?>> rows(RowKind<?, ?> kind) {
    Class<? extends ConfigRow<?>> type = kind.rowType();
    String query = "select r from %s r".formatted(type.getSimpleName());
    return entities.createQuery(query, type).getResultList();
  }

  public <T extends ConfigItem> Optional<Versioned<T>> find(Class<T> type, ConfigKey key) {
    return row(key).map(row -> new Versioned<>(type.cast(row.toDomain()), row.version()));
  }

  private Optional<ConfigRow<?>> row(ConfigKey key) {
    return Optional.ofNullable(entities.find(RowKind.of(key).rowType(), RowKind.id(key)));
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
      entities.persist(kind.of().apply(typed));
    } else {
      row.apply(typed);
    }
  }

  public void remove(ConfigKey key) {
    row(key).ifPresent(entities::remove);
  }

  /// Sends what was put and removed; versions are those of the rows from now on.
  public void flush() {
    entities.flush();
  }
}
