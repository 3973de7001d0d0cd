package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.simulator.Scenario;
import io.gpuaas.simulator.Scenario.Event.SetQuota;
import io.gpuaas.simulator.Scenario.Limit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The configuration after an administrator has changed something.
final class ConfigChange {
  private ConfigChange() {}

  static QuotaConfig with(QuotaConfig config, SetQuota change) {
    List<Cohort> cohorts = new ArrayList<>(config.cohorts());
    List<Project> projects = new ArrayList<>(config.projects());
    if (change.owner() == Scenario.Owner.COHORT) {
      cohorts.replaceAll(
          cohort ->
              cohort.name().equals(change.ownerName())
                  ? new Cohort(
                      cohort.name(),
                      cohort.parent(),
                      cohort.fairWeightMilli(),
                      quotas(cohort.quotas(), change))
                  : cohort);
    } else {
      projects.replaceAll(
          project ->
              project.name().equals(change.ownerName())
                  ? with(project, quotas(project.quotas(), change), project.stopPolicy())
                  : project);
    }
    return with(config, cohorts, projects);
  }

  static QuotaConfig with(QuotaConfig config, Scenario.Event.Stop stop) {
    List<Project> projects = new ArrayList<>(config.projects());
    projects.replaceAll(
        project ->
            project.name().equals(stop.project())
                ? with(project, project.quotas(), stop.policy())
                : project);
    return with(config, config.cohorts(), projects);
  }

  private static QuotaConfig with(
      QuotaConfig config, List<Cohort> cohorts, List<Project> projects) {
    return new QuotaConfig(
        config.generation() + 1, config.topologies(), config.flavors(), cohorts, projects);
  }

  private static Project with(Project project, List<Quota> quotas, Project.StopPolicy stop) {
    return new Project(
        project.name(),
        project.cohort(),
        project.fairWeightMilli(),
        project.queueingStrategy(),
        stop,
        project.resourceGroups(),
        quotas,
        project.preemption(),
        project.fungibility());
  }

  private static List<Quota> quotas(List<Quota> quotas, SetQuota change) {
    List<Quota> changed = new ArrayList<>();
    boolean found = false;
    for (Quota quota : quotas) {
      boolean same = quota.cell().equals(change.cell());
      found |= same;
      changed.add(same ? changed(quota, change) : quota);
    }
    if (!found) {
      FlavorResource cell = change.cell();
      changed.add(changed(new Quota(cell, 0, null, null), change));
    }
    return changed;
  }

  private static Quota changed(Quota quota, SetQuota change) {
    Long nominal = change.nominal();
    return new Quota(
        quota.cell(),
        nominal == null ? quota.nominal() : nominal,
        changed(quota.borrowingLimit(), change.borrowingLimit()),
        changed(quota.lendingLimit(), change.lendingLimit()),
        change.drainBy());
  }

  private static @Nullable Long changed(@Nullable Long before, Limit limit) {
    return switch (limit) {
      case Limit.Kept() -> before;
      case Limit.None() -> null;
      case Limit.AtMost(long amount) -> (Long) amount;
    };
  }
}
