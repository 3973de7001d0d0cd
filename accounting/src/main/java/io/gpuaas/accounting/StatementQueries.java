package io.gpuaas.accounting;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;

/// Statements of projects. Those of open months are computed when asked, with usage up to `now`.
public interface StatementQueries {
  /// The statements of all projects that used something in `month`, in order of name.
  List<Statement> list(YearMonth month, ZoneId zone, Instant now);

  /// The statement of one project; without lines when it used nothing.
  Statement find(String project, YearMonth month, ZoneId zone, Instant now);
}
