package io.gpuaas.accounting;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/// Statements of projects, and of their cost centres. Those of open months are computed when asked,
/// with usage up to `now`.
public interface StatementQueries {
  /// The statements of all projects that used something in `period`, in order of name; of those
  /// that were closed in the month with other bounds as they were issued.
  List<Statement> list(Period period, Instant now);

  /// The same of a month of one zone.
  default List<Statement> list(YearMonth month, ZoneId zone, Instant now) {
    return list(Period.of(month, zone), now);
  }

  /// The statement of one project; without lines when it used nothing.
  Statement find(String project, Period period, Instant now);

  /// The same of a month of one zone.
  default Statement find(String project, YearMonth month, ZoneId zone, Instant now) {
    return find(project, Period.of(month, zone), now);
  }

  /// An issued statement of a cost centre, by its number such as `C-000001`.
  Optional<CostCenterStatement> ofCostCenter(String number);
}
