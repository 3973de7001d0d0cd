package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.BillingModes.Decision;
import io.gpuaas.accounting.KnownHomes;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.internal.store.BillingModeStore;
import java.time.YearMonth;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// How months stand to departments and cost centres. Takes part in the transaction of who asks.
@Component
class Billings {
  private final BillingModeStore store;
  private final ObjectProvider<KnownHomes> known;

  Billings(BillingModeStore store, ObjectProvider<KnownHomes> known) {
    this.store = store;
    this.known = known;
  }

  /// How statements of `month` stand to the departments of their projects, by project.
  SortedMap<String, Billing> ofProjects(YearMonth month) {
    SortedMap<String, Billing.Mode> modes = modes(month);
    SortedMap<String, Billing> billings = new TreeMap<>();
    homes()
        .forEach(
            (project, home) -> {
              Billing.Mode mode = modes.getOrDefault(home.department(), Billing.Mode.SHOW_BACK);
              billings.put(project, Billing.of(home, mode));
            });
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

  /// Where projects stand now.
  SortedMap<String, ProjectHome> homes() {
    KnownHomes homes = known.getIfAvailable();
    return homes == null ? Collections.emptySortedMap() : homes.homes();
  }
}
