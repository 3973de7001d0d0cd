package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.Topology;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.List;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

@Entity
@Table(schema = "quota", name = "topology")
class TopologyRow implements ConfigRow<Topology> {
  @Id private String name = "";

  @JdbcTypeCode(SqlTypes.ARRAY)
  private List<String> levels = List.of();

  @Version private long version = 1;

  protected TopologyRow() {}

  static TopologyRow of(Topology topology) {
    TopologyRow row = new TopologyRow();
    row.name = topology.name();
    row.apply(topology);
    return row;
  }

  @Override
  public void apply(Topology topology) {
    levels = topology.levels();
  }

  @Override
  public Topology toDomain() {
    return new Topology(name, levels);
  }

  @Override
  public long version() {
    return version;
  }
}
