package io.gpuaas.api.internal.service;

import io.gpuaas.quota.Department;
import io.gpuaas.quota.Organisation;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// In which zone the months of projects begin: their department's, else the organisation's.
public final class PeriodZones {
  private PeriodZones() {}

  public static ZoneId of(Organisation organisation, String project) {
    Department department = organisation.departmentOf(project).orElse(null);
    return of(organisation, department);
  }

  /// The zone of what a budget is for: its months are those of the statements it is compared with.
  ///
  /// @param kind `PROJECT`, `DEPARTMENT`, or another, which has the organisation's
  public static ZoneId ofScope(Organisation organisation, String kind, String name) {
    if (kind.equals("PROJECT")) {
      return of(organisation, name);
    }
    Department department = kind.equals("DEPARTMENT") ? organisation.departments().get(name) : null;
    return of(organisation, department);
  }

  private static ZoneId of(Organisation organisation, @Nullable Department department) {
    String own = department == null ? null : department.timeZone();
    return ZoneId.of(own == null ? organisation.settings().timeZone() : own);
  }

  /// The zones of `projects` with the projects of each.
  public static SortedMap<ZoneId, SortedSet<String>> byZone(
      Organisation organisation, Collection<String> projects) {
    SortedMap<ZoneId, SortedSet<String>> byZone =
        new TreeMap<>(Comparator.comparing(ZoneId::getId));
    for (String project : projects) {
      byZone.computeIfAbsent(of(organisation, project), _ -> new TreeSet<>()).add(project);
    }
    return byZone;
  }
}
