package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/// Closes months. A closed month never changes; what comes later is settled in the month in which
/// it is booked.
public interface PeriodClosing {
  /// Closes a period for `projects` and issues their statements, all or none.
  ///
  /// What open runs have used until the end of the month is booked first. Closing again changes
  /// nothing and gives the statements that were issued.
  ///
  /// @param author login, for the record
  CloseOutcome close(Period period, SortedSet<String> projects, String author);

  /// The same of a month of one zone.
  default CloseOutcome close(
      YearMonth month, ZoneId zone, SortedSet<String> projects, String author) {
    return close(Period.of(month, zone), projects, author);
  }

  /// Settles the usage of a month: what is booked later stands on later statements, and only
  /// adjustments that name the month still change it, until it is closed. Again it changes nothing.
  CloseOutcome softClose(Period period, SortedSet<String> projects, String author);

  /// How `month` stands for the projects for which it was closed or soft closed, by project.
  List<PeriodState> states(YearMonth month);

  /// When usage in `[from, to)` was last booked, by project; those without any are missing.
  SortedMap<String, Instant> lastBooked(Instant from, Instant to);

  /// A month of a project that takes up no more usage.
  ///
  /// @param number of the issued statement; empty as long as it is soft closed
  record PeriodState(
      String project,
      Period period,
      Statement.Status status,
      String number,
      Instant closedAt,
      String closedBy) {}

  /// What became of a wish to close.
  sealed interface CloseOutcome {
    /// Done.
    ///
    /// @param statements of all the projects, in order of name
    record Closed(List<Statement> statements) implements CloseOutcome {
      public Closed {
        statements = List.copyOf(statements);
      }
    }

    /// Nothing was closed.
    record Refused(List<Fault> faults) implements CloseOutcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }
  }
}
