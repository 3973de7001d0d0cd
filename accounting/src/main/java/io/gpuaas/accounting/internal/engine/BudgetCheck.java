package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Budget;
import io.gpuaas.accounting.Budget.Period;
import io.gpuaas.accounting.Budget.ScopeKind;
import io.gpuaas.accounting.Budgets.Draft;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.core.Fault;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks a wanted budget and finds all faults at once.
public final class BudgetCheck {
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,2})?");
  private static final Pattern ID = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final int PERCENT_MAX = 1_000;
  private static final int THRESHOLDS_MAX = 10;
  private static final long GRACE_MINUTES_MAX = 7L * 24 * 60;
  private static final long MINUTE_MILLIS = 60_000;

  private final List<Fault> faults = new ArrayList<>();
  private final SortedMap<String, ProjectHome> homes;
  private final String currency;

  /// @param homes all projects
  /// @param currency of the books
  public BudgetCheck(SortedMap<String, ProjectHome> homes, String currency) {
    this.homes = homes;
    this.currency = currency;
  }

  /// The budget, which means something only when there are no faults.
  public record Result(Budget budget, List<Fault> faults) {
    public Result {
      faults = List.copyOf(faults);
    }
  }

  public Result check(Draft draft, int version) {
    if (!ID.matcher(draft.id()).matches()) {
      String detail = "1 to 63 of a-z, 0-9 and -, beginning and ending with a letter or digit.";
      fault("/id", "INVALID_NAME", detail, draft.id());
    }
    ScopeKind kind = oneOf(ScopeKind.values(), draft.scopeKind(), "/scopeKind");
    Period period = oneOf(Period.values(), draft.period(), "/period");
    String scope = draft.scope() == null ? "" : draft.scope();
    scope(kind, scope);
    if (!draft.currency().equals(currency)) {
      String detail = "The books are kept in %s.".formatted(currency);
      fault("/currency", "OTHER_CURRENCY", detail, draft.currency());
    }
    thresholds(draft.thresholds());
    long grace = draft.graceMinutes();
    if (grace < 0 || grace > GRACE_MINUTES_MAX) {
      String detail = "From 0 to %d minutes.".formatted(GRACE_MINUTES_MAX);
      fault("/graceMinutes", "OUT_OF_RANGE", detail, Long.toString(grace));
    }
    Budget budget =
        new Budget(
            draft.id(),
            kind,
            scope,
            period,
            zone(draft.zone()),
            draft.currency(),
            amount(draft.amount()),
            draft.hard(),
            draft.thresholds(),
            Math.clamp(grace, 0, GRACE_MINUTES_MAX) * MINUTE_MILLIS,
            draft.active(),
            version);
    return new Result(budget, faults);
  }

  private <E extends Enum<E>> E oneOf(E[] allowed, String word, String at) {
    for (E value : allowed) {
      if (value.name().equals(word)) {
        return value;
      }
    }
    fault(at, "UNKNOWN_VALUE", "Allowed are " + Arrays.toString(allowed) + ".", word);
    return allowed[0];
  }

  private void scope(ScopeKind kind, String scope) {
    boolean known =
        switch (kind) {
          case ORGANISATION -> scope.isEmpty();
          case DEPARTMENT ->
              !scope.isEmpty()
                  && homes.values().stream().anyMatch(home -> home.department().equals(scope));
          case PROJECT -> homes.containsKey(scope);
          case USER -> !scope.isBlank();
        };
    if (!known) {
      String detail =
          kind == ScopeKind.ORGANISATION
              ? "The scope of the organisation is empty."
              : "There is no such %s.".formatted(kind.name().toLowerCase(java.util.Locale.ROOT));
      fault("/scope", "UNKNOWN_SCOPE", detail, scope);
    }
  }

  private void thresholds(List<Integer> thresholds) {
    int before = 0;
    for (int percent : thresholds) {
      if (percent <= before || percent > PERCENT_MAX || thresholds.size() > THRESHOLDS_MAX) {
        String detail = "At most 10 rising percentages from 1 to 1000 are needed.";
        fault("/thresholds", "INVALID_THRESHOLDS", detail, thresholds.toString());
        return;
      }
      before = percent;
    }
  }

  private Charge amount(String text) {
    if (!AMOUNT.matcher(text).matches()) {
      String detail = "A decimal from 0 with at most 12 digits and 2 decimals is needed.";
      fault("/amount", "INVALID_AMOUNT", detail, text);
      return Charge.ZERO;
    }
    return Charge.ofDecimal(new BigDecimal(text));
  }

  private ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException _) {
      fault("/zone", "UNKNOWN_ZONE", "An IANA zone such as Europe/Berlin is needed.", text);
      return ZoneOffset.UTC;
    }
  }

  private void fault(String pointer, String code, String detail, @Nullable String value) {
    faults.add(new Fault(pointer, code, detail, value, null));
  }
}
