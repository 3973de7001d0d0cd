package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.accounting.TimeBand;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.Fault;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks a draft of a rate card against itself, the other cards and the past.
public final class RateCardCheck {
  private static final Pattern PRICE = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,6})?");
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final int NAME_MAX = 253;
  private static final int RATES_MAX = 10_000;

  private final Instant now;
  private final List<Rate> before;
  private final List<Rate> others;
  private final List<Fault> faults = new ArrayList<>();

  /// Nothing is checked yet.
  ///
  /// @param before rates of the card as it stands
  /// @param others rates of all other cards
  public RateCardCheck(Instant now, List<Rate> before, List<Rate> others) {
    this.now = now;
    this.before = before;
    this.others = others;
  }

  /// What came out.
  ///
  /// @param rates what the draft means; complete only when `faults` is empty
  public record Result(List<Rate> rates, List<Fault> faults) {
    public Result {
      rates = List.copyOf(rates);
      faults = List.copyOf(faults);
    }
  }

  /// All that is wrong with `draft`.
  ///
  /// @param currencyOfOthers the currency of the other cards; empty when there is none
  public Result check(RateCardDraft draft, int version, Optional<String> currencyOfOthers) {
    if (!NAME.matcher(draft.name()).matches()) {
      fault("/name", "INVALID_NAME", "A name has 1 to 63 of a-z, 0-9 and -.", draft.name());
    }
    currency(draft.currency(), currencyOfOthers);
    if (draft.rates().size() > RATES_MAX) {
      fault("/rates", "TOO_MANY", "At most 10000 rates.", "" + draft.rates().size());
      return new Result(List.of(), faults);
    }
    List<Rate> rates = new ArrayList<>();
    List<String> places = new ArrayList<>();
    for (int i = 0; i < draft.rates().size(); i++) {
      String at = Fault.at("/rates", i);
      Optional<Rate> rate = rate(draft, version, draft.rates().get(i), at, i);
      if (rate.isPresent()) {
        rates.add(rate.get());
        places.add(at);
      }
    }
    overlaps(rates, places);
    holes(rates, places);
    past(rates, places);
    return new Result(rates, faults);
  }

  private void currency(String currency, Optional<String> ofOthers) {
    boolean known =
        Currency.getAvailableCurrencies().stream()
            .anyMatch(c -> c.getCurrencyCode().equals(currency));
    if (!known) {
      fault("/currency", "UNKNOWN_CURRENCY", "An ISO 4217 code such as EUR is needed.", currency);
    } else if (ofOthers.isPresent() && !ofOthers.get().equals(currency)) {
      String detail = "All rate cards are in one currency, now %s.".formatted(ofOthers.get());
      fault("/currency", "OTHER_CURRENCY", detail, currency);
    }
  }

  private Optional<Rate> rate(
      RateCardDraft draft, int version, RateCardDraft.Line line, String at, int index) {
    int before = faults.size();
    RateKey key =
        new RateKey(
            name(line.model(), at + "/model"),
            name(line.pool(), at + "/pool"),
            oneOf(line.usageClass(), at + "/class", UsageClass.values()),
            oneOf(line.meter(), at + "/meter", UsageMeter.values()),
            band(line.timeBand(), at + "/timeBand"));
    long price = price(line.pricePerGpuHour(), at + "/pricePerGpuHour");
    boolean listed = line.listPricePerGpuHour() != null && !line.listPricePerGpuHour().isEmpty();
    long list = listed ? price(line.listPricePerGpuHour(), at + "/listPricePerGpuHour") : price;
    Instant from = instant(line.validFrom(), at + "/validFrom");
    boolean open = line.validTo() == null || line.validTo().isEmpty();
    Instant to = open ? Rate.OPEN_END : instant(line.validTo(), at + "/validTo");
    if (faults.size() == before && !from.isBefore(to)) {
      fault(at + "/validTo", "EMPTY_PERIOD", "validTo must be after validFrom.", line.validTo());
    }
    return faults.size() == before
        ? Optional.of(new Rate(index, draft.name(), version, key, price, list, from, to))
        : Optional.empty();
  }

  private String name(@Nullable String value, String at) {
    if (value == null || value.isEmpty()) {
      return RateKey.ANY;
    }
    if (value.length() > NAME_MAX || value.isBlank()) {
      fault(at, "INVALID_NAME", "A name has 1 to 253 characters; leave it out for any.", value);
    }
    return value;
  }

  private String oneOf(@Nullable String value, String at, Enum<?>[] allowed) {
    if (value == null || value.isEmpty() || value.equals(RateKey.ANY)) {
      return RateKey.ANY;
    }
    if (Arrays.stream(allowed).noneMatch(one -> one.name().equals(value))) {
      fault(at, "UNKNOWN_VALUE", "Allowed are * and " + Arrays.toString(allowed) + ".", value);
    }
    return value;
  }

  private TimeBand band(@Nullable String value, String at) {
    Optional<TimeBand> band = TimeBand.parse(value == null ? "" : value);
    if (band.isEmpty()) {
      String detail =
          "Days, times and an IANA zone such as MON-FRI 20:00-06:00 Europe/Berlin are needed, or"
              + " *.";
      fault(at, "INVALID_TIME_BAND", detail, value);
    }
    return band.orElse(TimeBand.ALWAYS);
  }

  private long price(@Nullable String value, String at) {
    if (value == null || !PRICE.matcher(value).matches()) {
      fault(
          at,
          "INVALID_PRICE",
          "A price is a decimal from 0 to 999999999 with at most 6 decimals.",
          value);
      return 0;
    }
    return new BigDecimal(value).movePointRight(6).longValueExact();
  }

  private Instant instant(@Nullable String value, String at) {
    if (value == null || value.isEmpty()) {
      fault(at, "REQUIRED", "An instant such as 2026-01-01T00:00:00Z is needed.", null);
      return Instant.EPOCH;
    }
    try {
      Instant instant = Instant.parse(value);
      int year = instant.atOffset(ZoneOffset.UTC).getYear();
      if (year >= 1970 && year <= 9998 && instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))) {
        return instant;
      }
      fault(at, "OUT_OF_RANGE", "From 1970 to 9998, in whole milliseconds.", value);
    } catch (DateTimeException _) {
      fault(at, "INVALID_TIME", "An instant such as 2026-01-01T00:00:00Z is needed.", value);
    }
    return Instant.EPOCH;
  }

  private void overlaps(List<Rate> rates, List<String> places) {
    for (int i = 0; i < rates.size(); i++) {
      Rate rate = rates.get(i);
      for (int j = 0; j < i; j++) {
        if (clashes(rate, rates.get(j))) {
          fault(
              places.get(i) + "/validFrom",
              "OVERLAP",
              "Holds at the same time and for the same usage as " + places.get(j) + ".",
              text(rate));
        }
      }
      for (Rate other : others) {
        if (clashes(rate, other)) {
          String detail =
              "Holds at the same time and for the same usage as a rate of card %s."
                  .formatted(other.card());
          fault(places.get(i) + "/validFrom", "OVERLAP", detail, text(rate));
        }
      }
    }
  }

  private void holes(List<Rate> rates, List<String> places) {
    List<Rate> all = new ArrayList<>(rates);
    all.addAll(others);
    RateHoles holes = new RateHoles(now, all);
    for (int i = 0; i < rates.size(); i++) {
      Rate rate = rates.get(i);
      String at = places.get(i) + "/validFrom";
      holes
          .before(rate)
          .ifPresent(
              hole ->
                  fault(
                      at,
                      "HOLE",
                      "Nothing has a price for it from %s to %s.".formatted(hole.from(), hole.to()),
                      rate.validFrom().toString()));
    }
  }

  /// Which of two bands is the more special one nobody can say, so they must not meet.
  private static boolean clashes(Rate one, Rate other) {
    TimeBand band = one.key().band();
    TimeBand others = other.key().band();
    boolean banded = !band.equals(TimeBand.ALWAYS) && !others.equals(TimeBand.ALWAYS);
    return one.key().withBand(others).equals(other.key())
        && (band.equals(others) || (banded && band.meets(others)))
        && one.validFrom().isBefore(other.validTo())
        && other.validFrom().isBefore(one.validTo());
  }

  /// Prices before `now` must stay. A rate may begin in the past only where nothing was priced.
  private void past(List<Rate> rates, List<String> places) {
    for (Rate old : before) {
      if (old.validFrom().isBefore(now) && rates.stream().noneMatch(rate -> keeps(rate, old))) {
        fault(
            "/rates", "PAST_CHANGED", "A rate in force may only be ended, from now on.", text(old));
      }
    }
    for (int i = 0; i < rates.size(); i++) {
      Rate rate = rates.get(i);
      if (rate.validFrom().isBefore(now) && before.stream().noneMatch(old -> keeps(rate, old))) {
        for (Rate old : before) {
          priced(rate, old, places.get(i));
        }
        for (Rate old : others) {
          priced(rate, old, places.get(i));
        }
      }
    }
  }

  private void priced(Rate rate, Rate old, String at) {
    Instant end = rate.validTo().isBefore(now) ? rate.validTo() : now;
    boolean sameTime = old.validFrom().isBefore(end) && rate.validFrom().isBefore(old.validTo());
    if (sameTime && rate.key().overlaps(old.key())) {
      String detail =
          "Usage before now has a price already (card %s); a new rate for it begins now or later."
              .formatted(old.card());
      fault(at + "/validFrom", "IN_THE_PAST", detail, rate.validFrom().toString());
    }
  }

  private boolean keeps(Rate rate, Rate old) {
    boolean endKept = rate.validTo().equals(old.validTo());
    boolean endMoved = !rate.validTo().isBefore(now) && old.validTo().isAfter(now);
    return rate.key().equals(old.key())
        && rate.priceMicros() == old.priceMicros()
        && rate.listMicros() == old.listMicros()
        && rate.validFrom().equals(old.validFrom())
        && (endKept || endMoved);
  }

  private static String text(Rate rate) {
    RateKey key = rate.key();
    String end = rate.validTo().equals(Rate.OPEN_END) ? "" : " to " + rate.validTo();
    return "pool %s, model %s, class %s, meter %s, hours %s, from %s%s"
        .formatted(
            key.pool(),
            key.model(),
            key.usageClass(),
            key.meter(),
            key.band().text(),
            rate.validFrom(),
            end);
  }

  /// The same is said once, however many rates it is true of.
  private void fault(String pointer, String code, String detail, @Nullable String value) {
    Fault fault = new Fault(pointer, code, detail, value, null);
    if (!faults.contains(fault)) {
      faults.add(fault);
    }
  }
}
