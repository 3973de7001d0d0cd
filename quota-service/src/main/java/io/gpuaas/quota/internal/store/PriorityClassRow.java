package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.PriorityClass;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

@Entity
@Table(schema = "quota", name = "priority_class")
class PriorityClassRow implements ConfigRow<PriorityClass> {
  @Id private String name = "";
  private int value;
  @Version private long version = 1;

  protected PriorityClassRow() {}

  static PriorityClassRow of(PriorityClass priorityClass) {
    PriorityClassRow row = new PriorityClassRow();
    row.name = priorityClass.name();
    row.apply(priorityClass);
    return row;
  }

  @Override
  public void apply(PriorityClass priorityClass) {
    value = priorityClass.value();
  }

  @Override
  public PriorityClass toDomain() {
    return new PriorityClass(name, value);
  }

  @Override
  public long version() {
    return version;
  }
}
