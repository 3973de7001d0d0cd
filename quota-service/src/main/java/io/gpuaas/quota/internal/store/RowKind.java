package io.gpuaas.quota.internal.store;

import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.SecretReference;
import io.gpuaas.quota.Team;
import io.gpuaas.quota.Topology;
import java.util.List;
import java.util.function.Function;

/// How the items of one type are kept: the row class, how a row is made, and the row's id.
record RowKind<T extends ConfigItem, R extends ConfigRow<T>>(
    Class<T> itemType, Class<R> rowType, Function<T, R> of) {
  /// All of them.
  static final List<RowKind<?, ?>> ALL =
      List.of(
          new RowKind<>(OrganisationSettings.class, OrganisationRow.class, OrganisationRow::of),
          new RowKind<>(Department.class, DepartmentRow.class, DepartmentRow::of),
          new RowKind<>(Team.class, TeamRow.class, TeamRow::of),
          new RowKind<>(Topology.class, TopologyRow.class, TopologyRow::of),
          new RowKind<>(FlavorSettings.class, FlavorRow.class, FlavorRow::of),
          new RowKind<>(PriorityClass.class, PriorityClassRow.class, PriorityClassRow::of),
          new RowKind<>(CohortSettings.class, CohortRow.class, CohortRow::of),
          new RowKind<>(ProjectSettings.class, ProjectRow.class, ProjectRow::of),
          new RowKind<>(SecretReference.class, SecretReferenceRow.class, SecretReferenceRow::of),
          new RowKind<>(DataSource.class, DataSourceRow.class, DataSourceRow::of),
          new RowKind<>(QuotaSet.class, QuotaSetRow.class, QuotaSetRow::of));

  /// The kind that keeps items of a type.
  static RowKind<?, ?> of(Class<? extends ConfigItem> type) {
    return ALL.stream()
        .filter(kind -> kind.itemType == type)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No table keeps " + type + "."));
  }

  /// The kind that keeps the item of a key.
  static RowKind<?, ?> of(ConfigKey key) {
    return of(
        switch (key.kind()) {
          case ORGANISATION -> OrganisationSettings.class;
          case DEPARTMENT -> Department.class;
          case TEAM -> Team.class;
          case TOPOLOGY -> Topology.class;
          case FLAVOR -> FlavorSettings.class;
          case PRIORITY_CLASS -> PriorityClass.class;
          case COHORT -> CohortSettings.class;
          case PROJECT -> ProjectSettings.class;
          case SECRET_REFERENCE -> SecretReference.class;
          case DATA_SOURCE -> DataSource.class;
          case COHORT_QUOTAS, PROJECT_QUOTAS -> QuotaSet.class;
        });
  }

  /// Primary key of the row of a key.
  static Object id(ConfigKey key) {
    return switch (key.kind()) {
      case ORGANISATION -> true;
      case DEPARTMENT,
          TEAM,
          TOPOLOGY,
          FLAVOR,
          PRIORITY_CLASS,
          COHORT,
          PROJECT,
          SECRET_REFERENCE,
          DATA_SOURCE ->
          key.name();
      case COHORT_QUOTAS -> new QuotaSetRow.OwnerId(QuotaOwner.Kind.COHORT, key.name());
      case PROJECT_QUOTAS -> new QuotaSetRow.OwnerId(QuotaOwner.Kind.PROJECT, key.name());
    };
  }
}
