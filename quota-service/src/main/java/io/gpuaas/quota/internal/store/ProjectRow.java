package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.ResourceGroup;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.Fetch;
import org.hibernate.annotations.FetchMode;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

@Entity
@Table(schema = "quota", name = "project")
class ProjectRow implements ConfigRow<ProjectSettings> {
  @Id private String name = "";
  private String displayName = "";
  private String team = "";
  private @Nullable String cohort;
  private long fairWeightMilli;

  @Enumerated(EnumType.STRING)
  private Project.QueueingStrategy queueingStrategy = Project.QueueingStrategy.BEST_EFFORT_FIFO;

  @Enumerated(EnumType.STRING)
  private Project.StopPolicy stopPolicy = Project.StopPolicy.NONE;

  @Enumerated(EnumType.STRING)
  private PreemptionPolicy.WithinProject withinProject = PreemptionPolicy.WithinProject.NEVER;

  @Enumerated(EnumType.STRING)
  private PreemptionPolicy.Reclaim reclaimWithinCohort = PreemptionPolicy.Reclaim.NEVER;

  @Enumerated(EnumType.STRING)
  private PreemptionPolicy.Borrow borrowWithinCohort = PreemptionPolicy.Borrow.NEVER;

  private @Nullable Integer borrowMaxPriority;

  @Enumerated(EnumType.STRING)
  private FlavorFungibility.Search whenCanBorrow = FlavorFungibility.Search.MAY_STOP;

  @Enumerated(EnumType.STRING)
  private FlavorFungibility.Search whenCanPreempt = FlavorFungibility.Search.MAY_STOP;

  @Enumerated(EnumType.STRING)
  private FlavorFungibility.Preference flavorPreference =
      FlavorFungibility.Preference.BORROWING_OVER_PREEMPTION;

  @ElementCollection(fetch = FetchType.EAGER)
  @Fetch(FetchMode.SUBSELECT)
  @CollectionTable(
      schema = "quota",
      name = "project_resource_group",
      joinColumns = @JoinColumn(name = "project"))
  @OrderColumn(name = "position")
  private List<GroupCell> resourceGroups = new ArrayList<>();

  @Version private long version = 1;

  protected ProjectRow() {}

  static ProjectRow of(ProjectSettings project) {
    ProjectRow row = new ProjectRow();
    row.name = project.name();
    row.apply(project);
    return row;
  }

  @Override
  public void apply(ProjectSettings project) {
    displayName = project.displayName();
    team = project.team();
    cohort = project.cohort();
    fairWeightMilli = project.fairWeightMilli();
    queueingStrategy = project.queueingStrategy();
    stopPolicy = project.stopPolicy();
    withinProject = project.preemption().withinProject();
    reclaimWithinCohort = project.preemption().reclaimWithinCohort();
    borrowWithinCohort = project.preemption().borrowWithinCohort();
    borrowMaxPriority = project.preemption().borrowMaxPriority();
    whenCanBorrow = project.fungibility().whenCanBorrow();
    whenCanPreempt = project.fungibility().whenCanPreempt();
    flavorPreference = project.fungibility().preference();
    resourceGroups.clear();
    project.resourceGroups().forEach(group -> resourceGroups.add(GroupCell.of(group)));
  }

  @Override
  public ProjectSettings toDomain() {
    return new ProjectSettings(
        name,
        displayName,
        team,
        cohort,
        fairWeightMilli,
        queueingStrategy,
        stopPolicy,
        resourceGroups.stream().map(GroupCell::toDomain).toList(),
        new PreemptionPolicy(
            withinProject, reclaimWithinCohort, borrowWithinCohort, borrowMaxPriority),
        new FlavorFungibility(whenCanBorrow, whenCanPreempt, flavorPreference));
  }

  @Override
  public long version() {
    return version;
  }

  @Embeddable
  record GroupCell(
      @JdbcTypeCode(SqlTypes.ARRAY) List<String> resources,
      @JdbcTypeCode(SqlTypes.ARRAY) List<String> flavors) {
    static GroupCell of(ResourceGroup group) {
      return new GroupCell(group.resources(), group.flavors());
    }

    ResourceGroup toDomain() {
      return new ResourceGroup(resources, flavors);
    }
  }
}
