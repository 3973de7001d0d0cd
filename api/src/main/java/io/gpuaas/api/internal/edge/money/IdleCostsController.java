package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Apportion;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.IdleCosts.IdleCost;
import io.gpuaas.accounting.IdleCosts.Policy;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What idle GPUs cost the organisation, and who would bear it under a policy.
@RestController
@RequestMapping("/api/v1/costs")
@Tag(name = "Money")
final class IdleCostsController {
  private static final String PLATFORM = "";

  private final IdleCosts idle;
  private final CostQueries costs;
  private final InstantSource clock;

  IdleCostsController(IdleCosts idle, CostQueries costs, InstantSource clock) {
    this.idle = idle;
    this.costs = costs;
    this.clock = clock;
  }

  /// What idle GPUs cost in a month.
  ///
  /// @param total of all pools
  /// @param bearers over all pools, the dearest first; those that bear nothing are left out
  @Schema(name = "IdleCosts")
  record IdleDocument(
      @Schema(example = "2026-11") String month,
      Money total,
      List<BearerDocument> bearers,
      List<PoolDocument> pools) {}

  /// Whose idle GPUs they are.
  ///
  /// @param project null for the platform
  /// @param percent of the total, one decimal
  @Schema(name = "IdleCostBearer")
  record BearerDocument(
      @Nullable String project, Money amount, @Schema(example = "12.5") String percent) {}

  /// Idle GPUs of one pool and model; platform and shares add up to the cost.
  ///
  /// @param unpricedGpuHours no rate covers them: not in `cost`
  @Schema(name = "IdleCost")
  record PoolDocument(
      String pool,
      String model,
      String idleGpuHours,
      String unpricedGpuHours,
      Money cost,
      Money platform,
      List<ShareDocument> shares) {}

  @Schema(name = "IdleCostShare")
  record ShareDocument(String project, Money amount) {}

  @GetMapping("/idle")
  @Operation(
      operationId = "getIdleCosts",
      summary = "What idle GPUs cost, and whose share it is",
      description =
          "At the nominal price of a running GPU, hour by hour, of the whole organisation. Shown"
              + " beside usage, never charged by itself. Nominal quota is that of each moment.")
  IdleDocument idle(
      Call call,
      @Parameter(example = "2026-11") @RequestParam String month,
      @Parameter(schema = @Schema(implementation = Policy.class, defaultValue = "PLATFORM_ABSORBS"))
          @RequestParam(required = false, defaultValue = "PLATFORM_ABSORBS")
          String policy) {
    call.requireOrg(Permission.COST_READ);
    YearMonth asked = MonthText.read(month);
    ZoneId zone = ZoneId.of(call.caller().organisation().settings().timeZone());
    Instant from = asked.atDay(1).atStartOfDay(zone).toInstant();
    Instant to = asked.plusMonths(1).atDay(1).atStartOfDay(zone).toInstant();
    Instant now = clock.instant();
    String currency = costs.monthToDate(asked, zone, now).currency();
    List<PoolDocument> pools =
        idle.of(from, to, now, policy(policy)).stream().map(it -> document(it, currency)).toList();
    BigDecimal total = BigDecimal.ZERO;
    for (PoolDocument pool : pools) {
      total = total.add(new BigDecimal(pool.cost().amount()));
    }
    return new IdleDocument(
        month, Money.of(total, currency), bearers(pools, total, currency), pools);
  }

  /// Sums of what is shown, so that they add up to the total that is shown.
  private static List<BearerDocument> bearers(
      List<PoolDocument> pools, BigDecimal total, String currency) {
    SortedMap<String, BigDecimal> sums = new TreeMap<>();
    for (PoolDocument pool : pools) {
      for (ShareDocument share : pool.shares()) {
        sums.merge(share.project(), new BigDecimal(share.amount().amount()), BigDecimal::add);
      }
      sums.merge(PLATFORM, new BigDecimal(pool.platform().amount()), BigDecimal::add);
    }
    return sums.entrySet().stream()
        .filter(it -> it.getValue().signum() != 0)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(
            it ->
                new BearerDocument(
                    it.getKey().equals(PLATFORM) ? null : it.getKey(),
                    Money.of(it.getValue(), currency),
                    it.getValue()
                        .movePointRight(2)
                        .divide(total, 1, RoundingMode.HALF_EVEN)
                        .toPlainString()))
        .toList();
  }

  /// Rounded so that platform and shares add up to the rounded cost.
  private static PoolDocument document(IdleCost it, String currency) {
    List<String> names = new ArrayList<>(it.shares().keySet());
    List<Charge> parts = new ArrayList<>(it.shares().values());
    parts.add(it.platform());
    var amounts = Apportion.amounts(parts, 2);
    List<ShareDocument> shares = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      shares.add(
          new ShareDocument(names.get(i), new Money(amounts.get(i).toPlainString(), currency)));
    }
    return new PoolDocument(
        it.pool(),
        it.model(),
        it.idle().gpuHours().toPlainString(),
        it.unpriced().gpuHours().toPlainString(),
        Money.of(it.cost(), currency),
        new Money(amounts.getLast().toPlainString(), currency),
        shares);
  }

  private static Policy policy(String text) {
    for (Policy policy : Policy.values()) {
      if (policy.name().equals(text)) {
        return policy;
      }
    }
    String allowed = "must be of " + List.of(Policy.values()) + ".";
    throw ProblemException.ofParameter("policy", allowed, text);
  }
}
