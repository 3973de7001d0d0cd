package io.gpuaas.core;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads and writes short durations: `250ms`, `90s`, `15m`, `2h`, `3d`, and sums like `1h30m`.
public final class Durations {
  private static final Pattern PART = Pattern.compile("([0-9]{1,15})(ms|s|m|h|d)");
  private static final Duration LONGEST = Duration.ofDays(36_500);

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
      end = matcher.end();
    }
    boolean valid = end == text.length() && end > 0 && sum.compareTo(LONGEST) <= 0;
    return valid ? Optional.of(sum) : Optional.empty();
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

  /// The shortest text in one unit that is exact: 7,200 s is `2h`, 5,400 s is `90m`, 0 is `0s`.
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds == 0) {
      return "0s";
    }
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
