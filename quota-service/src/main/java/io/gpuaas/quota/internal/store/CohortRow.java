package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.CohortSettings;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

@Entity
@Table(schema = "quota", name = "cohort")
class CohortRow implements ConfigRow<CohortSettings> {
  @Id private String name = "";
  private @Nullable String parent;
  private long fairWeightMilli;
  @Version private long version = 1;

  protected CohortRow() {}

  static CohortRow of(CohortSettings cohort) {
    CohortRow row = new CohortRow();
    row.name = cohort.name();
    row.apply(cohort);
    return row;
  }

  @Override
  public void apply(CohortSettings cohort) {
    parent = cohort.parent();
    fairWeightMilli = cohort.fairWeightMilli();
  }

  @Override
  public CohortSettings toDomain() {
    return new CohortSettings(name, parent, fairWeightMilli);
  }

  @Override
  public long version() {
    return version;
  }
}
