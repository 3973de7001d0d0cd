package io.gpuaas.quota.internal.engine.configuration;

import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.SecretReference;
import io.gpuaas.quota.Team;
import io.gpuaas.quota.Topology;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which items an item cannot be without. A quota set's owner is not among them: it goes with it.
final class References {
  private References() {}

  static SortedSet<ConfigKey> of(ConfigItem item) {
    SortedSet<ConfigKey> keys = new TreeSet<>();
    switch (item) {
      case OrganisationSettings _, Department _, Topology _, PriorityClass _ -> {}
      case Team team -> add(keys, ConfigKind.DEPARTMENT, team.department());
      case FlavorSettings flavor -> add(keys, ConfigKind.TOPOLOGY, flavor.flavor().topology());
      case CohortSettings cohort -> add(keys, ConfigKind.COHORT, cohort.parent());
      case ProjectSettings project -> {
        add(keys, ConfigKind.TEAM, project.team());
        add(keys, ConfigKind.COHORT, project.cohort());
        for (ResourceGroup group : project.resourceGroups()) {
          group.flavors().forEach(flavor -> add(keys, ConfigKind.FLAVOR, flavor));
        }
      }
      case SecretReference secret -> add(keys, ConfigKind.PROJECT, secret.project());
      case DataSource source -> {
        add(keys, ConfigKind.PROJECT, source.project());
        if (!source.secret().isEmpty()) {
          String secret = DataSource.pathOf(source.project(), source.secret());
          add(keys, ConfigKind.SECRET_REFERENCE, secret);
        }
      }
      case QuotaSet quotas -> {
        for (Quota quota : quotas.quotas()) {
          add(keys, ConfigKind.FLAVOR, quota.cell().flavor());
        }
      }
    }
    return keys;
  }

  private static void add(SortedSet<ConfigKey> keys, ConfigKind kind, @Nullable String name) {
    if (name != null) {
      keys.add(new ConfigKey(kind, name));
    }
  }
}
