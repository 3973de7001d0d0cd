package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.BillingModes.Decision;
import io.gpuaas.accounting.ProjectDepartments;
import io.gpuaas.accounting.internal.store.BillingModeStore;
import java.time.YearMonth;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// How months stand to departments. Takes part in the transaction of who asks.
@Component
class Billings {
  private final BillingModeStore store;
  private final ObjectProvider<ProjectDepartments> departments;

  Billings(BillingModeStore store, ObjectProvider<ProjectDepartments> departments) {
    this.store = store;
    this.departments = departments;
  }

  /// How statements of `month` stand to the departments of their projects, by project.
  SortedMap<String, Billing> ofProjects(YearMonth month) {
    SortedMap<String, Billing.Mode> modes = modes(month);
    SortedMap<String, Billing> billings = new TreeMap<>();
    departments()
        .forEach(
            (project, department) ->
                billings.put(
                    project,
                    new Billing(
                        department, modes.getOrDefault(department, Billing.Mode.SHOW_BACK))));
    return billings;
  }

  /// By department; those of which nothing was ever said are missing.
  SortedMap<String, Billing.Mode> modes(YearMonth month) {
    SortedMap<String, Billing.Mode> modes = new TreeMap<>();
    for (Decision decision : store.decisions()) {
      if (!decision.since().isAfter(month)) {
        modes.put(decision.department(), decision.mode());
      }
    }
    return modes;
  }

  /// Where projects belong now.
  SortedMap<String, String> departments() {
    ProjectDepartments known = departments.getIfAvailable();
    return known == null ? Collections.emptySortedMap() : known.departments();
  }
}
