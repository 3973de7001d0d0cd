package io.gpuaas.quota.internal.engine.configuration;

import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.Team;
import io.gpuaas.quota.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SequencedCollection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All items of the configuration, as one immutable value. Each project and each cohort has a quota
/// set; beside that nothing is promised of it: see [ConfigurationRules].
public final class Configuration {
  private final SortedMap<ConfigKey, ConfigItem> items;

  private Configuration(SortedMap<ConfigKey, ConfigItem> items) {
    this.items = items;
  }

  public static Configuration of(Collection<? extends ConfigItem> items) {
    return new Configuration(new TreeMap<>()).with(items);
  }

  /// With these items added, or put in the place of those with their keys.
  public Configuration with(Collection<? extends ConfigItem> changed) {
    TreeMap<ConfigKey, ConfigItem> copy = new TreeMap<>(items);
    for (ConfigItem item : changed) {
      copy.put(item.key(), item instanceof QuotaSet set ? set.inCellOrder() : item);
    }
    for (ConfigItem item : changed) {
      owner(item.key())
          .ifPresent(o -> copy.computeIfAbsent(o.quotasKey(), _ -> new QuotaSet(o, List.of())));
    }
    return new Configuration(copy);
  }

  /// Without the item, and without its quotas when it is a project or cohort.
  public Configuration without(ConfigKey key) {
    TreeMap<ConfigKey, ConfigItem> copy = new TreeMap<>(items);
    copy.remove(key);
    owner(key).ifPresent(o -> copy.remove(o.quotasKey()));
    return new Configuration(copy);
  }

  private static Optional<QuotaOwner> owner(ConfigKey key) {
    return switch (key.kind()) {
      case COHORT -> Optional.of(QuotaOwner.cohort(key.name()));
      case PROJECT -> Optional.of(QuotaOwner.project(key.name()));
      case ORGANISATION,
          DEPARTMENT,
          TEAM,
          TOPOLOGY,
          FLAVOR,
          PRIORITY_CLASS,
          SECRET_REFERENCE,
          DATA_SOURCE,
          COHORT_QUOTAS,
          PROJECT_QUOTAS ->
          Optional.empty();
    };
  }

  /// All items in the order of their keys.
  public SequencedCollection<ConfigItem> items() {
    return List.copyOf(items.values());
  }

  /// Items that `before` has not, or has with other values, in the order of their keys.
  public List<ConfigItem> differingFrom(Configuration before) {
    return items.values().stream()
        .filter(item -> !item.equals(before.items.get(item.key())))
        .toList();
  }

  /// Keys of items that `before` has and this has not.
  public List<ConfigKey> missingFrom(Configuration before) {
    return before.items.keySet().stream().filter(key -> !items.containsKey(key)).toList();
  }

  public boolean has(ConfigKind kind, String name) {
    return items.containsKey(new ConfigKey(kind, name));
  }

  public Optional<ConfigItem> find(ConfigKey key) {
    return Optional.ofNullable(items.get(key));
  }

  /// All items of a type in name order.
  public <T extends ConfigItem> List<T> all(Class<T> type) {
    List<T> found = new ArrayList<>();
    for (ConfigItem item : items.values()) {
      if (type.isInstance(item)) {
        found.add(type.cast(item));
      }
    }
    return found;
  }

  public Optional<CohortSettings> cohort(String name) {
    return find(new ConfigKey(ConfigKind.COHORT, name)).map(CohortSettings.class::cast);
  }

  public Optional<ProjectSettings> project(String name) {
    return find(new ConfigKey(ConfigKind.PROJECT, name)).map(ProjectSettings.class::cast);
  }

  /// Quotas of a project or cohort; none when it is not known.
  public List<Quota> quotas(QuotaOwner owner) {
    return find(owner.quotasKey())
        .map(QuotaSet.class::cast)
        .map(QuotaSet::quotas)
        .orElse(List.of());
  }

  /// What the engines see of it.
  public QuotaConfig toQuotaConfig(long generation) {
    List<Flavor> flavors = all(FlavorSettings.class).stream().map(FlavorSettings::flavor).toList();
    List<Cohort> cohorts =
        all(CohortSettings.class).stream()
            .map(
                cohort ->
                    new Cohort(
                        cohort.name(),
                        cohort.parent(),
                        cohort.fairWeightMilli(),
                        quotas(QuotaOwner.cohort(cohort.name()))))
            .toList();
    List<Project> projects =
        all(ProjectSettings.class).stream()
            .map(project -> project.with(quotas(QuotaOwner.project(project.name()))))
            .toList();
    return new QuotaConfig(generation, all(Topology.class), flavors, cohorts, projects);
  }

  /// What access rules see of it. The organisation itself must be there.
  public Organisation toOrganisation(long generation) {
    SortedMap<String, Integer> priorities = new TreeMap<>();
    all(PriorityClass.class).forEach(each -> priorities.put(each.name(), each.value()));
    return new Organisation(
        generation,
        all(OrganisationSettings.class).getFirst(),
        byName(Department.class),
        byName(Team.class),
        byName(ProjectSettings.class),
        priorities);
  }

  private <T extends ConfigItem> SortedMap<String, T> byName(Class<T> type) {
    return all(type).stream()
        .collect(
            Collectors.toMap(
                item -> item.key().name(), Function.identity(), (a, _) -> a, TreeMap::new));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Configuration that && items.equals(that.items);
  }

  @Override
  public int hashCode() {
    return items.hashCode();
  }

  @Override
  public String toString() {
    return "Configuration" + items.values();
  }
}
