package io.gpuaas.accounting;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Checks the books against themselves, the events and the hardware.
public interface Auditor {
  /// All checks, as of `now`. Reads everything; takes time in proportion to the books.
  List<Check> run(Instant now);

  /// Meters and rates a month of `zone` anew from the events, and compares with the books byte by
  /// byte. Reads all events up to now.
  Reproduction reproduce(YearMonth month, ZoneId zone);

  /// Hashes over all lines of a month, once as they are in the books and once made anew.
  ///
  /// @param lines how many there are in the books
  record Reproduction(long lines, String books, String anew) {
    public boolean same() {
      return books.equals(anew);
    }
  }

  /// One invariant.
  ///
  /// @param name stable, for programs
  /// @param meaning one sentence that says what holds when it is green
  /// @param rows what breaks it, at most [#ROWS_MAX]; empty when it is green
  record Check(String name, String meaning, List<SortedMap<String, String>> rows) {
    /// More offending rows than this are not listed.
    public static final int ROWS_MAX = 100;

    public Check {
      rows = rows.stream().limit(ROWS_MAX).map(Check::copy).toList();
    }

    public boolean ok() {
      return rows.isEmpty();
    }

    private static SortedMap<String, String> copy(SortedMap<String, String> row) {
      return Collections.unmodifiableSortedMap(new TreeMap<>(row));
    }
  }
}
