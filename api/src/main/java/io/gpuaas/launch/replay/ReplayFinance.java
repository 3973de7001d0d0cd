package io.gpuaas.launch.replay;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What finance does while a trace runs: other prices from an instant on, and a close of each month
/// as soon as it is over in a zone.
///
/// Whatever it does may be done again: a killed server does not say what it still did.
final class ReplayFinance {
  static final String CARD = "/api/v1/rate-cards/trace";

  private final ReplayApi api;
  private final Plan plan;
  private final List<String> closed = new ArrayList<>();
  private @Nullable YearMonth next;
  private boolean priced;

  ReplayFinance(ReplayApi api, Plan plan, Instant start) {
    this.api = api;
    this.plan = plan;
    this.next = plan.closing() == null ? null : YearMonth.from(start.atZone(plan.closing()));
    this.priced = plan.otherPricesFrom() == null;
  }

  /// What is to be done.
  ///
  /// @param closing zone of the months that are closed; null: none is
  /// @param otherPricesFrom null: prices stay
  record Plan(@Nullable ZoneId closing, @Nullable Instant otherPricesFrom) {
    static final Plan NOTHING = new Plan(null, null);

    boolean isNothing() {
      return closing == null && otherPricesFrom == null;
    }
  }

  /// Does what is due before the clock goes to `now`.
  void until(Instant now) {
    Instant prices = plan.otherPricesFrom();
    if (!priced && prices != null && !prices.isAfter(now)) {
      // Announced at the last moment: a price holds from now on or later.
      closeUntil(prices);
      api.nowIs(prices);
      changePrices(prices);
      priced = true;
    }
    closeUntil(now);
  }

  private void closeUntil(Instant now) {
    ZoneId zone = plan.closing();
    while (zone != null && next != null && !end(next, zone).isAfter(now)) {
      api.nowIs(end(next, zone));
      api.post("/api/v1/periods/" + next + "/close", ReplayApi.JSON.createObjectNode(), 200);
      closed.add(next.toString());
      next = next.plusMonths(1);
    }
  }

  private static Instant end(YearMonth month, ZoneId zone) {
    return month.plusMonths(1).atDay(1).atStartOfDay(zone).toInstant();
  }

  /// Closes the month in which the trace has ended, too; the instant at which all is done.
  Instant finish(Instant end) {
    ZoneId zone = plan.closing();
    if (zone == null || next == null) {
      return end;
    }
    Instant last = end(YearMonth.from(end.atZone(zone)), zone);
    closeUntil(last);
    return last;
  }

  /// Months in the order in which they were closed.
  List<String> closed() {
    return List.copyOf(closed);
  }

  /// A quarter more from `at` on.
  private void changePrices(Instant at) {
    JsonNode card = api.get(CARD);
    ObjectNode body = ReplayApi.JSON.createObjectNode().put("currency", "EUR");
    ArrayNode rates = body.putArray("rates");
    for (JsonNode rate : card.path("rates")) {
      if (!rate.path("validTo").asString("").isEmpty()) {
        return;
      }
      rates.add(((ObjectNode) rate.deepCopy()).put("validTo", at.toString()));
      ObjectNode dearer = ((ObjectNode) rate.deepCopy()).put("validFrom", at.toString());
      dearer.put(
          "pricePerGpuHour",
          ReplayPrices.risen(rate.path("pricePerGpuHour").asString()).toPlainString());
      rates.add(dearer);
    }
    api.replace(CARD, body);
  }
}
