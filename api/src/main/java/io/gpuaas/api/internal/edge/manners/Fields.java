package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Durations;
import io.gpuaas.core.Fault;
import io.gpuaas.core.Quantity;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads texts with a grammar out of a bound body and collects what is wrong. A text that cannot be
/// read gives 0; [#check] must be called before the values are used.
public final class Fields {
  private final List<Fault> faults = new ArrayList<>();

  public void add(Fault fault) {
    faults.add(fault);
  }

  public void add(String pointer, String code, String detail, @Nullable String value) {
    faults.add(new Fault(pointer, code, detail, value, null));
  }

  /// An amount of `resource` in base units.
  public long quantity(String pointer, String resource, String text) {
    OptionalLong amount = Quantity.parse(resource, text);
    if (amount.isEmpty()) {
      add(
          pointer,
          "QUANTITY",
          "Must be a quantity of %s as Kubernetes writes it, 0 or more and whole in its base unit"
                  .formatted(resource)
              + " (8, 500m of cpu, 64Gi).",
          shortened(text));
    }
    return amount.orElse(0);
  }

  /// Milliseconds of a duration such as `90s` or `12h`; null gives `otherwise`.
  public long millis(String pointer, @Nullable String text, long otherwise) {
    if (text == null) {
      return otherwise;
    }
    Optional<Duration> duration = Durations.parse(text);
    if (duration.isEmpty()) {
      add(pointer, "DURATION", "Must be a duration such as 90s, 15m, 12h or 3d.", shortened(text));
    }
    return duration.map(Duration::toMillis).orElse(0L);
  }

  /// Thousandths of a decimal with at most three decimals.
  public long milli(String pointer, String text, String max) {
    try {
      BigDecimal value = text.length() > 20 ? BigDecimal.valueOf(-1) : new BigDecimal(text);
      boolean plain = text.matches("[0-9]{1,9}(\\.[0-9]{1,3})?");
      if (plain && value.compareTo(new BigDecimal(max)) <= 0) {
        return value.movePointRight(3).longValueExact();
      }
    } catch (NumberFormatException _) {
      // Reported below.
    }
    faults.add(
        new Fault(
            pointer,
            "DECIMAL",
            "Must be a decimal from 0 to %s with at most three decimals.".formatted(max),
            shortened(text),
            max));
    return 0;
  }

  /// Thousandths as the shortest decimal.
  public static String decimal(long milli) {
    return BigDecimal.valueOf(milli, 3).stripTrailingZeros().toPlainString();
  }

  /// Ends here when anything was wrong.
  ///
  /// @throws ProblemException with all faults
  public void check() {
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
  }

  private static String shortened(String text) {
    return Fault.shown(text, 80);
  }
}
