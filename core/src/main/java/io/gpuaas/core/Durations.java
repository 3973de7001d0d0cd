package io.gpuaas.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads and writes short durations: `250ms`, `90s`, `15m`, `2h`, `3d`, and sums like `1h30m`.
public final class Durations {
  private static final Pattern PART = Pattern.compile("([0-9]{1,15})(ms|s|m|h|d)");
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final long DAY_MILLIS = 86_400_000;

  private Durations() {}

  /// Empty when `text` is no such duration or is longer than 100 years.
  public static Optional<Duration> parse(String text) {
    Matcher matcher = PART.matcher(text);
    Duration sum = Duration.ZERO;
    int end = 0;
    while (end < text.length() && matcher.find(end) && matcher.start() == end) {
      long amount = Long.parseLong(matcher.group(1));
      if (amount > LONGEST.toMillis()) {
        return Optional.empty();
      }
      sum = sum.plus(unit(matcher.group(2)).multipliedBy(amount));
      if (sum.compareTo(LONGEST) > 0) {
        return Optional.empty();
      }
      end = matcher.end();
    }
    return end == text.length() && end > 0 ? Optional.of(sum) : Optional.empty();
  }

  private static Duration unit(String suffix) {
    return switch (suffix) {
      case "ms" -> Duration.ofMillis(1);
      case "s" -> Duration.ofSeconds(1);
      case "m" -> Duration.ofMinutes(1);
      case "h" -> Duration.ofHours(1);
      default -> Duration.ofDays(1);
    };
  }

  /// A short text that is exact to the millisecond: in whole days, or in one unit where three
  /// digits do (`2h`, `90m`, `0s`), else as a sum (`91h21m30s`).
  ///
  /// @param duration 0 or longer
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    if (millis % DAY_MILLIS == 0) {
      return millis / DAY_MILLIS + "d";
    }
    for (String suffix : List.of("h", "m", "s", "ms")) {
      long unit = unit(suffix).toMillis();
      if (millis % unit == 0 && millis / unit < 1000) {
        return millis / unit + suffix;
      }
    }
    return sum(duration);
  }

  private static String sum(Duration duration) {
    return part(duration.toHours(), "h")
        + part(duration.toMinutesPart(), "m")
        + part(duration.toSecondsPart(), "s")
        + part(duration.toMillisPart(), "ms");
  }

  private static String part(long amount, String suffix) {
    return amount == 0 ? "" : amount + suffix;
  }
}
