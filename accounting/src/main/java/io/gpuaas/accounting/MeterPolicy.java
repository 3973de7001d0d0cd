package io.gpuaas.accounting;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/// What is billed and who bears a stop. Data, so that an organisation may decide otherwise.
///
/// @param billed meters that cost money
/// @param userStops stop reasons that the user caused: the time after them is teardown, not grace
/// @param faults outcomes that are the platform's fault: lost work is credited
/// @param neverStartedIsFree whether a run whose pods never all ran is held, not billed
public record MeterPolicy(
    SortedSet<UsageMeter> billed,
    SortedSet<String> userStops,
    SortedSet<String> faults,
    boolean neverStartedIsFree) {
  public MeterPolicy {
    billed = Collections.unmodifiableSortedSet(new TreeSet<>(billed));
    userStops = Collections.unmodifiableSortedSet(normal(userStops));
    faults = Collections.unmodifiableSortedSet(normal(faults));
  }

  /// Setup, run and teardown are billed; grace after the platform's notice and platform faults are
  /// not.
  public static MeterPolicy standard() {
    return new MeterPolicy(
        new TreeSet<>(List.of(UsageMeter.SETUP, UsageMeter.RUN, UsageMeter.TEARDOWN)),
        new TreeSet<>(
            List.of(
                "USER_CANCEL",
                "CANCELLED",
                "CANCELED",
                "CANCEL",
                "TIMED_OUT",
                "TIMEOUT",
                "MAX_RUNTIME")),
        new TreeSet<>(List.of("NODE_FAILED")),
        true);
  }

  public boolean bills(UsageMeter meter) {
    return billed.contains(meter);
  }

  /// The meter after the notice to stop.
  public UsageMeter afterStop(String reason) {
    return userStops.contains(normal(reason)) ? UsageMeter.TEARDOWN : UsageMeter.GRACE;
  }

  public boolean isFault(String outcome) {
    return faults.contains(normal(outcome));
  }

  private static SortedSet<String> normal(SortedSet<String> codes) {
    TreeSet<String> set = new TreeSet<>();
    codes.forEach(code -> set.add(normal(code)));
    return set;
  }

  /// `TimedOut`, `timed-out` and `TIMED_OUT` are one code.
  private static String normal(String code) {
    return code.replaceAll("[^A-Za-z]", "").toUpperCase(Locale.ROOT);
  }
}
