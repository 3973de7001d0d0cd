package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.OrganisationSettings;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

@Entity
@Table(schema = "quota", name = "organisation")
class OrganisationRow implements ConfigRow<OrganisationSettings> {
  @Id private boolean singleton = true;
  private String displayName = "";
  private String timeZone = "";
  @Version private long version = 1;

  protected OrganisationRow() {}

  static OrganisationRow of(OrganisationSettings organisation) {
    OrganisationRow row = new OrganisationRow();
    row.apply(organisation);
    return row;
  }

  @Override
  public void apply(OrganisationSettings organisation) {
    displayName = organisation.displayName();
    timeZone = organisation.timeZone();
  }

  @Override
  public OrganisationSettings toDomain() {
    return new OrganisationSettings(displayName, timeZone);
  }

  @Override
  public long version() {
    return version;
  }
}
