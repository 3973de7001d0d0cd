package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.SecretReference;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

@Entity
@Table(schema = "quota", name = "secret_reference")
class SecretReferenceRow implements ConfigRow<SecretReference> {
  @Id private String path = "";
  private String project = "";
  private String name = "";

  @JdbcTypeCode(SqlTypes.ARRAY)
  @Column(name = "secret_keys")
  private List<String> keys = new ArrayList<>();

  @Version private long version = 1;

  protected SecretReferenceRow() {}

  static SecretReferenceRow of(SecretReference reference) {
    SecretReferenceRow row = new SecretReferenceRow();
    row.path = reference.key().name();
    row.project = reference.project();
    row.name = reference.name();
    row.apply(reference);
    return row;
  }

  @Override
  public void apply(SecretReference reference) {
    keys = new ArrayList<>(reference.keys());
  }

  @Override
  public SecretReference toDomain() {
    return new SecretReference(project, name, keys);
  }

  @Override
  public long version() {
    return version;
  }
}
