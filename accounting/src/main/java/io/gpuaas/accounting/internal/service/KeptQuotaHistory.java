package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.NominalQuotas.Guarantee;
import io.gpuaas.accounting.QuotaHistory;
import io.gpuaas.accounting.internal.store.QuotaHistoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Keeps each change of a guarantee.
@Service
class KeptQuotaHistory implements QuotaHistory {
  private final QuotaHistoryStore store;
  private final InstantSource clock;

  KeptQuotaHistory(QuotaHistoryStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  @Transactional
  public void changed(List<Guarantee> before, List<Guarantee> after) {
    SortedMap<String, Guarantee> old = byPlace(before);
    SortedMap<String, Guarantee> now = byPlace(after);
    if (old.equals(now)) {
      return;
    }
    if (store.isEmpty()) {
      before.forEach(it -> store.add(Instant.EPOCH, it));
    }
    Instant at = clock.instant();
    now.forEach(
        (place, it) -> {
          if (!it.equals(old.get(place))) {
            store.add(at, it);
          }
        });
    old.forEach(
        (place, it) -> {
          if (!now.containsKey(place)) {
            store.add(at, new Guarantee(it.project(), it.pool(), 0, 0, ""));
          }
        });
  }

  private static SortedMap<String, Guarantee> byPlace(List<Guarantee> guarantees) {
    SortedMap<String, Guarantee> byPlace = new TreeMap<>();
    guarantees.forEach(it -> byPlace.put(it.project() + "|" + it.pool(), it));
    return byPlace;
  }
}
