package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.PeriodCalendar;
import io.gpuaas.accounting.PeriodCalendars;
import io.gpuaas.quota.ConfigurationHistory;
import io.gpuaas.quota.Organisation;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// When the months of projects begin and end: by the zones that they have and had.
@Component
public class BillingPeriods implements ConfigurationHistory {
  private final ObjectProvider<PeriodCalendars> calendars;

  BillingPeriods(ObjectProvider<PeriodCalendars> calendars) {
    this.calendars = calendars;
  }

  @Override
  public void changed(Standing before, Standing after) {
    calendars.ifAvailable(
        it -> it.changed(zones(before.organisation()), zones(after.organisation())));
  }

  private static SortedMap<String, ZoneId> zones(Organisation organisation) {
    SortedMap<String, ZoneId> zones = new TreeMap<>();
    for (String project : organisation.projects().keySet()) {
      zones.put(project, PeriodZones.of(organisation, project));
    }
    return zones;
  }

  public Period of(Organisation organisation, String project, YearMonth month) {
    return of(calendars.getObject().all(), organisation, project).period(month);
  }

  private static PeriodCalendar of(
      SortedMap<String, PeriodCalendar> changed, Organisation organisation, String project) {
    PeriodCalendar calendar = changed.get(project);
    return calendar == null ? PeriodCalendar.of(PeriodZones.of(organisation, project)) : calendar;
  }

  /// What `month` is for `projects`, with the projects of each.
  public SortedMap<Period, SortedSet<String>> byPeriod(
      Organisation organisation, Collection<String> projects, YearMonth month) {
    SortedMap<String, PeriodCalendar> changed = calendars.getObject().all();
    SortedMap<Period, SortedSet<String>> byPeriod = new TreeMap<>();
    for (String project : projects) {
      Period period = of(changed, organisation, project).period(month);
      byPeriod.computeIfAbsent(period, _ -> new TreeSet<>()).add(project);
    }
    return byPeriod;
  }
}
