package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.PeriodCalendar;
import io.gpuaas.accounting.PeriodCalendars;
import io.gpuaas.accounting.internal.store.PeriodZoneStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.SortedMap;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Keeps each change of a project's zone, whether its department, the organisation, or the
/// department that it belongs to has changed.
@Service
class KeptPeriodCalendars implements PeriodCalendars {
  private final PeriodZoneStore store;
  private final InstantSource clock;

  KeptPeriodCalendars(PeriodZoneStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  @Transactional
  public void changed(SortedMap<String, ZoneId> before, SortedMap<String, ZoneId> after) {
    if (before.equals(after)) {
      return;
    }
    Instant now = clock.instant();
    SortedMap<String, PeriodCalendar> kept = store.calendars();
    before.forEach(
        (project, zone) -> {
          // One that is removed may come back elsewhere.
          if (!zone.equals(after.get(project)) && !kept.containsKey(project)) {
            store.addFirst(project, zone, now);
            kept.put(project, PeriodCalendar.of(zone));
          }
        });
    after.forEach(
        (project, zone) -> {
          PeriodCalendar calendar = kept.get(project);
          if (calendar != null && !calendar.last().equals(zone)) {
            store.add(project, calendar.turn(now, zone), now);
          }
        });
  }

  @Override
  @Transactional(readOnly = true)
  public SortedMap<String, PeriodCalendar> all() {
    return store.calendars();
  }
}
