package io.gpuaas.api.internal.edge.money;

import io.gpuaas.api.internal.edge.manners.ProblemException;
import java.time.DateTimeException;
import java.time.YearMonth;

/// A month as callers write it, for example `2026-11`.
final class MonthText {
  private MonthText() {}

  /// @throws ProblemException when it is none from 2000 to 2999
  static YearMonth read(String text) {
    try {
      YearMonth month = YearMonth.parse(text);
      if (month.getYear() >= 2000 && month.getYear() <= 2999) {
        return month;
      }
    } catch (DateTimeException _) {
      // Reported below.
    }
    throw ProblemException.ofParameter("month", "must be a month such as 2026-11.", text);
  }
}
