package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Turns the times of a document into instants: durations count from `origin`, instants stand for
/// themselves.
record Clock(Instant origin) {
  static final String TIME =
      "a duration since the start such as 90s, 15m, 2h, 3d, or an RFC 3339 instant";

  /// The origin is the earliest instant that the document names, 1970 when it names none.
  static Clock of(Tree document) {
    return new Clock(earliest(document).orElse(Instant.EPOCH));
  }

  private static Optional<Instant> earliest(Tree tree) {
    return switch (tree) {
      case Tree.Scalar scalar -> instant(scalar.text());
      case Tree.Items(var items) ->
          items.stream().flatMap(item -> earliest(item).stream()).min(Instant::compareTo);
      case Tree.Fields(var fields) ->
          fields.values().stream()
              .flatMap(field -> earliest(field).stream())
              .min(Instant::compareTo);
    };
  }

  /// Empty when the text is no time.
  Optional<Instant> time(String text) {
    Optional<Duration> sinceStart = Durations.parse(text);
    return sinceStart.isPresent() ? sinceStart.map(origin::plus) : instant(text);
  }

  private static Optional<Instant> instant(String text) {
    boolean candidate =
        text.length() >= 20
            && text.length() <= 40
            && text.charAt(4) == '-'
            && (text.charAt(10) == 'T' || text.charAt(10) == 't');
    if (!candidate) {
      return Optional.empty();
    }
    try {
      Instant instant = java.time.OffsetDateTime.parse(text).toInstant();
      return inRange(instant) ? Optional.of(instant) : Optional.empty();
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static boolean inRange(Instant instant) {
    return instant.isAfter(Instant.parse("1900-01-01T00:00:00Z"))
        && instant.isBefore(Instant.parse("2200-01-01T00:00:00Z"));
  }
}
