package io.gpuaas.accounting;

import java.time.ZoneId;
import java.util.SortedMap;

/// Keeps in which zones the months of projects begin, and since when.
public interface PeriodCalendars {
  /// The zones of all projects have just changed, by project. Takes part in the transaction that
  /// changes them. The zone of before the first change is taken to have always been so.
  void changed(SortedMap<String, ZoneId> before, SortedMap<String, ZoneId> after);

  /// By project; those whose zone never changed are missing.
  SortedMap<String, PeriodCalendar> all();
}
