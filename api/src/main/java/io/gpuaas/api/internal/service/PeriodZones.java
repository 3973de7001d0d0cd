package io.gpuaas.api.internal.service;

import io.gpuaas.quota.Department;
import io.gpuaas.quota.Organisation;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// In which zone the months to come of projects begin: their department's, else the organisation's.
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
}
