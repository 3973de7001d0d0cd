package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.NominalQuotas;
import io.gpuaas.accounting.QuotaHistory;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.ConfigurationHistory;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// Accounting's view of the quotas in force, and of each change of them.
@Component
class ConfiguredQuotas implements NominalQuotas, ConfigurationHistory {
  private final WorldView view;
  private final ObjectProvider<QuotaHistory> history;

  ConfiguredQuotas(WorldView view, ObjectProvider<QuotaHistory> history) {
    this.view = view;
    this.history = history;
  }

  @Override
  public List<Guarantee> guarantees() {
    return guarantees(view.world().config());
  }

  @Override
  public void changed(Standing before, Standing after) {
    history.ifAvailable(it -> it.changed(guarantees(before.quotas()), guarantees(after.quotas())));
  }

  private static List<Guarantee> guarantees(QuotaConfig config) {
    SortedMap<String, String> parents = new TreeMap<>();
    for (Cohort cohort : config.cohorts()) {
      if (cohort.parent() != null) {
        parents.put(cohort.name(), cohort.parent());
      }
    }
    List<Guarantee> guarantees = new ArrayList<>();
    for (Project project : config.projects()) {
      String cohort = project.cohort() == null ? "" : outermost(project.cohort(), parents);
      for (Quota quota : project.quotas()) {
        if (quota.cell().resource().equals(Resources.GPU)) {
          guarantees.add(guarantee(project.name(), quota, cohort));
        }
      }
    }
    return guarantees;
  }

  private static Guarantee guarantee(String project, Quota quota, String cohort) {
    Long limit = quota.lendingLimit();
    long lendable = limit == null ? quota.nominal() : Math.min(limit, quota.nominal());
    return new Guarantee(
        project,
        quota.cell().flavor(),
        Math.multiplyExact(quota.nominal(), 1_000L),
        Math.multiplyExact(lendable, 1_000L),
        cohort);
  }

  private static String outermost(String cohort, SortedMap<String, String> parents) {
    String outer = cohort;
    String parent = parents.get(outer);
    while (parent != null) {
      outer = parent;
      parent = parents.get(outer);
    }
    return outer;
  }
}
