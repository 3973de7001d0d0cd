package io.gpuaas.accounting;

import io.gpuaas.core.Fault;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;

/// Which departments are shown their cost, and which are charged it, from which month on. A
/// department of which nothing was ever said is shown it.
public interface BillingModes {
  /// All decisions, oldest first: of those that are for a month, the newest counts.
  List<Decision> decisions();

  /// How statements of `month` stand to `department`.
  Billing.Mode mode(String department, YearMonth month);

  /// From `since` on, until another decision. No month from then on may be soft closed or closed
  /// for a project of the department.
  ///
  /// @param since a month such as 2026-12
  /// @param author login, for the record
  Outcome decide(String department, Billing.Mode mode, String since, String reason, String author);

  /// One decision.
  record Decision(
      String department,
      Billing.Mode mode,
      YearMonth since,
      String reason,
      String author,
      Instant at) {}

  /// What became of a wish.
  sealed interface Outcome {
    /// It counts.
    record Decided(Decision decision) implements Outcome {}

    /// Nothing changed.
    record Refused(List<Fault> faults) implements Outcome {
      public Refused {
        faults = List.copyOf(faults);
      }
    }
  }
}
