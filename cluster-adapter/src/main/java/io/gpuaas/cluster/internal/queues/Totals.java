package io.gpuaas.cluster.internal.queues;

import io.gpuaas.core.Resources;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Quotas over all flavors, for schedulers that know none: a bound by resource only.
final class Totals {
  private final QuotaConfig quotas;
  private final SortedMap<String, Cohort> cohorts = new TreeMap<>();

  Totals(QuotaConfig quotas) {
    this.quotas = quotas;
    quotas.cohorts().forEach(cohort -> cohorts.put(cohort.name(), cohort));
  }

  static SortedMap<String, Long> nominal(List<Quota> quotas) {
    TreeMap<String, Long> sums = new TreeMap<>();
    for (Quota quota : quotas) {
      if (!quota.cell().resource().equals(Resources.PODS)) {
        sums.merge(quota.cell().resource(), quota.nominal(), Amount::plus);
      }
    }
    return sums;
  }

  /// The most a project could ever use: its own and what it may borrow; without a limit, all that
  /// its outermost cohort has.
  SortedMap<String, Long> ceiling(Project project) {
    SortedMap<String, Long> all = project.cohort() == null ? null : below(outermost(project));
    TreeMap<String, Long> sums = new TreeMap<>();
    for (Quota quota : project.quotas()) {
      String resource = quota.cell().resource();
      if (resource.equals(Resources.PODS)) {
        continue;
      }
      Long limit = quota.borrowingLimit();
      long most =
          project.cohort() == null
              ? quota.nominal()
              : limit == null ? Amount.UNLIMITED : Amount.plus(quota.nominal(), limit);
      sums.merge(resource, most, Amount::plus);
    }
    if (all != null) {
      sums.replaceAll((name, most) -> Math.min(most, all.getOrDefault(name, 0L)));
    }
    return sums;
  }

  private String outermost(Project project) {
    String name = String.valueOf(project.cohort());
    for (int i = 0; i <= cohorts.size(); i++) {
      Cohort cohort = cohorts.get(name);
      if (cohort == null || cohort.parent() == null) {
        return name;
      }
      name = cohort.parent();
    }
    return name;
  }

  private SortedMap<String, Long> below(String root) {
    TreeMap<String, Long> sums = new TreeMap<>();
    for (Cohort cohort : quotas.cohorts()) {
      if (isBelow(cohort.name(), root)) {
        nominal(cohort.quotas()).forEach((name, more) -> sums.merge(name, more, Amount::plus));
      }
    }
    for (Project project : quotas.projects()) {
      if (project.cohort() != null && isBelow(project.cohort(), root)) {
        nominal(project.quotas()).forEach((name, more) -> sums.merge(name, more, Amount::plus));
      }
    }
    return sums;
  }

  private boolean isBelow(String name, String root) {
    String here = name;
    for (int i = 0; i <= cohorts.size(); i++) {
      if (here.equals(root)) {
        return true;
      }
      Cohort cohort = cohorts.get(here);
      if (cohort == null || cohort.parent() == null) {
        return false;
      }
      here = cohort.parent();
    }
    return false;
  }
}
