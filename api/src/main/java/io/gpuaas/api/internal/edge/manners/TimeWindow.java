package io.gpuaas.api.internal.edge.manners;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/// A half-open time `[from, to)` of a query.
public record TimeWindow(Instant from, Instant to) {

  /// Reads two instants (RFC 3339) or dates, which begin at midnight in `zone`.
  ///
  /// @throws ProblemException when they cannot be read, are in the wrong order or too far apart
  public static TimeWindow of(String from, String to, ZoneId zone, Duration longest) {
    Instant start = moment("from", from, zone);
    Instant end = moment("to", to, zone);
    if (!start.isBefore(end)) {
      throw ProblemException.ofParameter("to", "must be after from.", to);
    }
    if (start.plus(longest).isBefore(end)) {
      String detail = "must be at most %d days after from.".formatted(longest.toDays());
      throw ProblemException.ofParameter("to", detail, to);
    }
    return new TimeWindow(start, end);
  }

  /// Reads an instant or a date.
  ///
  /// @throws ProblemException when it is neither
  public static Instant moment(String name, String text, ZoneId zone) {
    try {
      Instant instant =
          text.length() == 10
              ? LocalDate.parse(text).atStartOfDay(zone).toInstant()
              : OffsetDateTime.parse(text).toInstant();
      if (instant.isAfter(Instant.EPOCH)
          && instant.isBefore(Instant.ofEpochSecond(32_503_680_000L))) {
        return instant;
      }
    } catch (DateTimeException _) {
      // Reported below.
    }
    throw ProblemException.ofParameter(
        name,
        "must be an instant such as 2026-11-01T00:00:00Z, or a date, from 1970 to 2999.",
        text);
  }
}
