package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.BudgetGate;
import io.gpuaas.accounting.Budgets.Standing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.internal.engine.BudgetRules;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BudgetStore;
import io.gpuaas.accounting.internal.store.BudgetStore.Kept;
import io.gpuaas.core.WaitReason;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/// Asks all budgets that a run counts in. Every one of them must have room.
///
/// It has no transaction of its own: a hold is kept only if the admission is.
@Service
class BudgetDoor implements BudgetGate {
  private final BudgetStore store;
  private final BudgetStandings standings;

  BudgetDoor(BudgetStore store, BudgetStandings standings) {
    this.store = store;
    this.standings = standings;
  }

  @Override
  public boolean isClosable() {
    return store.isHardOneActive();
  }

  @Override
  public long generation(Instant now) {
    long periods =
        hardOnes().stream()
            .mapToLong(kept -> BudgetRules.period(kept.budget(), now).from().getEpochSecond())
            .sum();
    return store.generation() + periods;
  }

  @Override
  public @Nullable Instant nextGenerationAt(Instant now) {
    return hardOnes().stream()
        .map(kept -> BudgetRules.period(kept.budget(), now).to())
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private List<Kept> hardOnes() {
    return store.all().stream()
        .filter(kept -> kept.budget().active() && kept.budget().hard())
        .toList();
  }

  @Override
  public Round round(SortedMap<String, ProjectHome> homes, Instant now) {
    return new OneReading(homes, now);
  }

  /// Reads a budget when the first run that it covers asks, and then counts what it reserves.
  private final class OneReading implements Round {
    private final SortedMap<String, ProjectHome> homes;
    private final Instant now;
    private final Rater rater = standings.rater();
    private final List<Kept> hardOnes = hardOnes();
    private final TreeMap<String, Standing> read = new TreeMap<>();

    OneReading(SortedMap<String, ProjectHome> homes, Instant now) {
      this.homes = homes;
      this.now = now;
    }

    @Override
    public Optional<WaitReason> reserve(Ask ask) {
      List<Standing> asked = asked(ask);
      Optional<WaitReason> refusal = refusal(ask, asked);
      for (Standing standing : asked) {
        Charge most = most(ask, standing);
        Standing noted = noteExhaustion(standing, most, ask);
        read.put(noted.budget().id(), refusal.isEmpty() ? withHeld(noted, most) : noted);
      }
      if (refusal.isEmpty()) {
        store.hold(ask);
      }
      return refusal;
    }

    @Override
    public Optional<WaitReason> refusal(Ask ask) {
      return refusal(ask, asked(ask));
    }

    private Optional<WaitReason> refusal(Ask ask, List<Standing> asked) {
      return asked.stream()
          .flatMap(it -> BudgetRules.refusal(it, most(ask, it), ask.at()).stream())
          .findFirst();
    }

    private List<Standing> asked(Ask ask) {
      List<Kept> unread =
          hardOnes.stream()
              .filter(kept -> BudgetStandings.covers(kept.budget(), ask.run(), homes))
              .filter(kept -> !read.containsKey(kept.budget().id()))
              .toList();
      standings.of(unread, homes, now).forEach(it -> read.put(it.budget().id(), it));
      return read.values().stream()
          .filter(it -> BudgetStandings.covers(it.budget(), ask.run(), homes))
          .toList();
    }

    private static Standing withHeld(Standing it, Charge more) {
      Charge held = it.held().plus(more);
      return new Standing(
          it.budget(),
          it.from(),
          it.to(),
          it.used(),
          held,
          it.forecast(),
          BudgetRules.reached(it.budget(), it.used().plus(held)),
          it.exhaustedAt(),
          it.overriddenUntil());
    }

    private Charge most(Ask ask, Standing standing) {
      return standings.most(ask, rater, BudgetRules.period(standing.budget(), ask.at()));
    }
  }

  /// The grace of a budget begins with the first run that it has no room for, and ends as soon as
  /// there is room again.
  private Standing noteExhaustion(Standing standing, Charge most, Ask ask) {
    boolean room = BudgetRules.hasRoom(standing, most);
    boolean noted =
        standing.exhaustedAt() != null && !standing.exhaustedAt().isBefore(standing.from());
    boolean over = room && standing.exhaustedAt() != null;
    boolean begins = !room && !noted;
    if (!over && !begins) {
      return standing;
    }
    Instant since = begins ? ask.at() : null;
    store.markExhausted(standing.budget().id(), since);
    return new Standing(
        standing.budget(),
        standing.from(),
        standing.to(),
        standing.used(),
        standing.held(),
        standing.forecast(),
        standing.reached(),
        since,
        standing.overriddenUntil());
  }
}
