package io.gpuaas.quota;

import java.util.Comparator;
import java.util.List;

/// All quotas of one project or cohort. It is there, maybe empty, as long as its owner is.
///
/// @param quotas in the order of their cells, one per cell at most
public record QuotaSet(QuotaOwner owner, List<Quota> quotas) implements ConfigItem {
  public QuotaSet {
    quotas = quotas.stream().sorted(Comparator.comparing(Quota::cell)).toList();
  }

  @Override
  public ConfigKey key() {
    return owner.quotasKey();
  }
}
