package io.gpuaas.quota;

import java.util.Comparator;
import java.util.List;

/// All quotas of one project or cohort. It is there, maybe empty, as long as its owner is.
///
/// @param quotas one per cell at most; read from the store they are in the order of their cells
public record QuotaSet(QuotaOwner owner, List<Quota> quotas) implements ConfigItem {
  public QuotaSet {
    quotas = List.copyOf(quotas);
  }

  /// The same quotas in the order of their cells.
  public QuotaSet inCellOrder() {
    return new QuotaSet(owner, quotas.stream().sorted(Comparator.comparing(Quota::cell)).toList());
  }

  @Override
  public ConfigKey key() {
    return owner.quotasKey();
  }
}
