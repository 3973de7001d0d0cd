package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.IdleCosts.IdleCost;
import io.gpuaas.accounting.IdleCosts.Policy;
import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.accounting.internal.engine.IdleShares.Held;
import io.gpuaas.accounting.internal.engine.IdleShares.Place;
import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Idle GPUs of pool h at 2 per GPU-hour; one hour has no price.
class IdleSharesTest {
  private static final List<Policy> POLICIES = List.of(Policy.values());
  private static final Instant PRICED = Instant.parse("2026-03-01T00:00:00Z");
  private static final Place PLACE = new Place("h", "H");

  private static GpuTime gpuHours(long hours) {
    return GpuTime.of(1_000 * hours, 3_600_000);
  }

  private static Charge money(String amount) {
    return Charge.ofDecimal(new BigDecimal(amount));
  }

  private static ConservationQueries.Row idle(Instant hour, long hours) {
    GpuTime none = GpuTime.ZERO;
    GpuTime idle = gpuHours(hours);
    return new ConservationQueries.Row(
        "h", "H", hour, idle, none, none, none, idle, none, none, none);
  }

  private static IdleCost cost(
      Policy policy,
      SortedMap<String, Held> held,
      SortedMap<String, GpuTime> nominal,
      List<ConservationQueries.Row> rows) {
    Rate rate = new Rate(1, "list", 1, RateKey.EVERYTHING, 2_000_000, PRICED, Rate.OPEN_END);
    IdleShares shares = new IdleShares(new PriceBook(List.of(rate)), policy);
    rows.forEach(shares::add);
    SortedMap<Place, SortedMap<String, Held>> byPlace = new TreeMap<>();
    byPlace.put(PLACE, held);
    SortedMap<String, SortedMap<String, GpuTime>> byPool = new TreeMap<>();
    byPool.put("h", nominal);
    return shares.costs(byPlace, byPool).getFirst();
  }

  private static SortedMap<String, Charge> shares(String a, String b) {
    SortedMap<String, Charge> shares = new TreeMap<>();
    shares.put("a", money(a));
    shares.put("b", money(b));
    return shares;
  }

  private static SortedMap<String, Held> heldByTwo() {
    SortedMap<String, Held> held = new TreeMap<>();
    held.put("a", new Held(gpuHours(6), gpuHours(9)));
    held.put("b", new Held(gpuHours(1), gpuHours(1)));
    return held;
  }

  private static SortedMap<String, GpuTime> nominalOfTwo() {
    SortedMap<String, GpuTime> nominal = new TreeMap<>();
    nominal.put("a", gpuHours(8));
    nominal.put("b", gpuHours(7));
    return nominal;
  }

  @Test
  void eachPolicySharesInItsOwnWay() {
    List<ConservationQueries.Row> rows = List.of(idle(PRICED, 30));
    assertThat(cost(Policy.PLATFORM_ABSORBS, heldByTwo(), nominalOfTwo(), rows))
        .isEqualTo(
            new IdleCost(
                "h", "H", gpuHours(30), GpuTime.ZERO, money("60"), money("60"), new TreeMap<>()));
    assertThat(cost(Policy.PROPORTIONAL_TO_USAGE, heldByTwo(), nominalOfTwo(), rows).shares())
        .isEqualTo(shares("54", "6"));
    assertThat(cost(Policy.PROPORTIONAL_TO_NOMINAL, heldByTwo(), nominalOfTwo(), rows).shares())
        .isEqualTo(shares("32", "28"));
    assertThat(cost(Policy.UNUSED_NOMINAL, heldByTwo(), nominalOfTwo(), rows).shares())
        .isEqualTo(shares("15", "45"));
  }

  @Test
  void nobodyWithAWeightLeavesAllToThePlatform() {
    for (Policy policy : Policy.values()) {
      IdleCost cost = cost(policy, new TreeMap<>(), new TreeMap<>(), List.of(idle(PRICED, 3)));
      assertThat(cost.platform()).as("%s", policy).isEqualTo(money("6"));
      assertThat(cost.shares()).as("%s", policy).isEmpty();
    }
  }

  @Test
  void hoursWithoutAPriceAreListedNotFree() {
    List<ConservationQueries.Row> rows =
        List.of(idle(PRICED.minusSeconds(3_600), 5), idle(PRICED, 1));
    IdleCost cost = cost(Policy.PLATFORM_ABSORBS, new TreeMap<>(), new TreeMap<>(), rows);
    assertThat(cost.idle()).isEqualTo(gpuHours(6));
    assertThat(cost.unpriced()).isEqualTo(gpuHours(5));
    assertThat(cost.cost()).isEqualTo(money("2"));
  }

  @Test
  void sharesAddUpToTheLastUnit() {
    for (long seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SortedMap<String, Held> held = new TreeMap<>();
      SortedMap<String, GpuTime> nominal = new TreeMap<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        GpuTime some = new GpuTime(random.nextLong(1_000_000_000_000L));
        held.put("p" + i, new Held(some, some.plus(new GpuTime(random.nextLong(1_000)))));
        nominal.put("p" + i, new GpuTime(random.nextLong(1_000_000_000_000L)));
      }
      Policy policy = POLICIES.get(random.nextInt(POLICIES.size()));
      IdleCost cost = cost(policy, held, nominal, List.of(idle(PRICED, 1 + random.nextInt(1_000))));
      Charge sum = cost.shares().values().stream().reduce(cost.platform(), Charge::plus);
      assertThat(sum).as("seed %d", seed).isEqualTo(cost.cost());
      boolean borne = !cost.shares().isEmpty();
      assertThat(borne && cost.platform().units().signum() != 0).as("seed %d", seed).isFalse();
    }
  }
}
