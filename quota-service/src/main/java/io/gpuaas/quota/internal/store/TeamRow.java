package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.Team;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

@Entity
@Table(schema = "quota", name = "team")
class TeamRow implements ConfigRow<Team> {
  @Id private String name = "";
  private String displayName = "";
  private String department = "";
  @Version private long version = 1;

  protected TeamRow() {}

  static TeamRow of(Team team) {
    TeamRow row = new TeamRow();
    row.name = team.name();
    row.apply(team);
    return row;
  }

  @Override
  public void apply(Team team) {
    displayName = team.displayName();
    department = team.department();
  }

  @Override
  public Team toDomain() {
    return new Team(name, displayName, department);
  }

  @Override
  public long version() {
    return version;
  }
}
