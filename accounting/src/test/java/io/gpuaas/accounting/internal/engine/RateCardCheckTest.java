package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.core.Fault;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RateCardCheckTest {
  private static final Instant NOW = Instant.parse("2026-03-10T00:00:00Z");
  private static final Rate STANDING =
      new Rate(
          1,
          "list",
          1,
          new RateKey("H200", RateKey.ANY, RateKey.ANY, RateKey.ANY),
          2_000_000,
          Instant.parse("2026-01-01T00:00:00Z"),
          Rate.OPEN_END);

  /// @param faults `pointer code` of each
  record Case(String name, String currency, List<RateCardDraft.Line> lines, List<String> faults) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static RateCardDraft.Line line(
      String model, String price, @Nullable String from, @Nullable String to) {
    return new RateCardDraft.Line(null, model, null, null, price, from, to);
  }

  private static RateCardDraft.Line banded(String model, @Nullable String band) {
    return new RateCardDraft.Line(null, model, null, null, "1", "2026-05-01T00:00:00Z", null, band);
  }

  private static final RateCardDraft.Line KEPT = line("H200", "2", "2026-01-01T00:00:00Z", null);

  static Stream<Case> cases() {
    return Stream.of(
        new Case("unchanged", "EUR", List.of(KEPT), List.of()),
        new Case(
            "ended from now on and replaced",
            "EUR",
            List.of(
                line("H200", "2", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
                line("H200", "2.5", "2026-04-01T00:00:00Z", "")),
            List.of()),
        new Case(
            "a day without a price",
            "EUR",
            List.of(
                line("H200", "2", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
                line("H200", "2.5", "2026-04-02T00:00:00Z", "")),
            List.of("/rates/1/validFrom HOLE")),
        new Case(
            "a day on which the general price holds",
            "EUR",
            List.of(
                line("H200", "2", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
                line("H200", "2.5", "2026-04-02T00:00:00Z", ""),
                line("*", "9", "2026-04-01T00:00:00Z", null)),
            List.of()),
        new Case(
            "a day of which the general price holds a part",
            "EUR",
            List.of(
                line("H200", "2", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
                line("H200", "2.5", "2026-04-02T00:00:00Z", ""),
                line("*", "9", "2026-04-01T12:00:00Z", null)),
            List.of("/rates/1/validFrom HOLE")),
        new Case(
            "price of the past changed",
            "EUR",
            List.of(line("H200", "3", "2026-01-01T00:00:00Z", null)),
            List.of("/rates PAST_CHANGED", "/rates/0/validFrom IN_THE_PAST")),
        new Case(
            "ended before now",
            "EUR",
            List.of(line("H200", "2", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")),
            List.of("/rates PAST_CHANGED", "/rates/0/validFrom IN_THE_PAST")),
        new Case(
            "more special price in the past",
            "EUR",
            List.of(
                KEPT,
                new RateCardDraft.Line(
                    "east", "H200", "BORROWED", null, "1", "2026-02-01T00:00:00Z", null)),
            List.of("/rates/1/validFrom IN_THE_PAST")),
        new Case(
            "past of what had no price",
            "EUR",
            List.of(KEPT, line("A100", "1", "2020-01-01T00:00:00Z", null)),
            List.of()),
        new Case(
            "overlap",
            "EUR",
            List.of(KEPT, line("H200", "2.5", "2026-04-01T00:00:00Z", null)),
            List.of("/rates/1/validFrom OVERLAP")),
        new Case(
            "touching",
            "EUR",
            List.of(
                KEPT,
                line("B200", "4", "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z"),
                line("B200", "5", "2026-05-01T00:00:00Z", null)),
            List.of()),
        new Case(
            "many faults at once",
            "EURO",
            List.of(
                KEPT,
                new RateCardDraft.Line(null, null, "CHEAP", "WALK", "1.0000001", "yesterday", null),
                line("X", "-1", null, null),
                line("Y", "1", "2026-05-01T00:00:00Z", "2026-05-01T00:00:00Z")),
            List.of(
                "/currency UNKNOWN_CURRENCY",
                "/rates/1/class UNKNOWN_VALUE",
                "/rates/1/meter UNKNOWN_VALUE",
                "/rates/1/pricePerGpuHour INVALID_PRICE",
                "/rates/1/validFrom INVALID_TIME",
                "/rates/2/pricePerGpuHour INVALID_PRICE",
                "/rates/2/validFrom REQUIRED",
                "/rates/3/validTo EMPTY_PERIOD")),
        new Case(
            "bands beside each other and beside every hour",
            "EUR",
            List.of(
                KEPT,
                banded("B200", null),
                banded("B200", "MON-FRI 20:00-06:00 UTC"),
                banded("B200", "SAT-SUN 08:00-20:00 UTC")),
            List.of()),
        new Case(
            "bands that meet, are of two zones, or are none",
            "EUR",
            List.of(
                KEPT,
                banded("B200", "MON-FRI 20:00-06:00 UTC"),
                banded("B200", "SAT 05:00-07:00 UTC"),
                banded("A100", "MON 01:00-02:00 UTC"),
                banded("A100", "TUE 01:00-02:00 Asia/Tokyo"),
                banded("A100", "nights")),
            List.of(
                "/rates/5/timeBand INVALID_TIME_BAND",
                "/rates/2/validFrom OVERLAP",
                "/rates/4/validFrom OVERLAP")),
        new Case(
            "a cheaper night of the past",
            "EUR",
            List.of(
                KEPT,
                new RateCardDraft.Line(
                    null,
                    "H200",
                    null,
                    null,
                    "1",
                    "2026-02-01T00:00:00Z",
                    null,
                    "MON 01:00-02:00 UTC")),
            List.of("/rates/1/validFrom IN_THE_PAST")),
        new Case("other currency", "USD", List.of(KEPT), List.of("/currency OTHER_CURRENCY")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void findsAllFaultsAtOnce(Case given) {
    RateCardCheck.Result result =
        new RateCardCheck(NOW, List.of(STANDING), List.of())
            .check(
                new RateCardDraft("list", given.currency(), given.lines()), 2, Optional.of("EUR"));
    assertThat(result.faults().stream().map(RateCardCheckTest::text).toList())
        .isEqualTo(given.faults());
    if (given.faults().isEmpty()) {
      assertThat(result.rates()).hasSize(given.lines().size());
    }
  }

  private static String text(Fault fault) {
    return fault.pointer() + " " + fault.code();
  }
}
