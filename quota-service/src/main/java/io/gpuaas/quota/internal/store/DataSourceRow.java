package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.DataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

@Entity
@Table(schema = "quota", name = "data_source")
class DataSourceRow implements ConfigRow<DataSource> {
  @Id private String path = "";
  private String project = "";
  private String name = "";

  @Enumerated(EnumType.STRING)
  private DataSource.Kind kind = DataSource.Kind.CLAIM;

  private String place = "";
  private String secret = "";
  private boolean readOnly;
  @Version private long version = 1;

  protected DataSourceRow() {}

  static DataSourceRow of(DataSource source) {
    DataSourceRow row = new DataSourceRow();
    row.path = source.key().name();
    row.project = source.project();
    row.name = source.name();
    row.apply(source);
    return row;
  }

  @Override
  public void apply(DataSource source) {
    kind = source.kind();
    place = source.place();
    secret = source.secret();
    readOnly = source.readOnly();
  }

  @Override
  public DataSource toDomain() {
    return new DataSource(project, name, kind, place, secret, readOnly);
  }

  @Override
  public long version() {
    return version;
  }
}
