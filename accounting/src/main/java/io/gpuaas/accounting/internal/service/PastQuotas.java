package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.NominalQuotas;
import io.gpuaas.accounting.internal.engine.QuotaTimes;
import io.gpuaas.accounting.internal.store.QuotaHistoryStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// What was guaranteed when: the changes that were kept, or what is guaranteed now when nothing has
/// changed yet.
@Component
class PastQuotas {
  private final QuotaHistoryStore store;
  private final ObjectProvider<NominalQuotas> present;

  PastQuotas(QuotaHistoryStore store, ObjectProvider<NominalQuotas> present) {
    this.store = store;
    this.present = present;
  }

  QuotaTimes times() {
    return new QuotaTimes(
        store.changes(), present.stream().flatMap(port -> port.guarantees().stream()).toList());
  }
}
