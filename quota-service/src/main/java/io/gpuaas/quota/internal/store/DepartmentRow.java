package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.Department;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

@Entity
@Table(schema = "quota", name = "department")
class DepartmentRow implements ConfigRow<Department> {
  @Id private String name = "";
  private String displayName = "";
  private @Nullable String costCenter;
  private @Nullable String timeZone;
  @Version private long version = 1;

  protected DepartmentRow() {}

  static DepartmentRow of(Department department) {
    DepartmentRow row = new DepartmentRow();
    row.name = department.name();
    row.apply(department);
    return row;
  }

  @Override
  public void apply(Department department) {
    displayName = department.displayName();
    costCenter = department.costCenter();
    timeZone = department.timeZone();
  }

  @Override
  public Department toDomain() {
    return new Department(name, displayName, costCenter, timeZone);
  }

  @Override
  public long version() {
    return version;
  }
}
