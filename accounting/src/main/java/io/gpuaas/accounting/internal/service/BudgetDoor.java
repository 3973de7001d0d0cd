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
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
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
        store.all().stream()
            .filter(kept -> kept.budget().active() && kept.budget().hard())
            .mapToLong(kept -> BudgetRules.period(kept.budget(), now).from().getEpochSecond())
            .sum();
    return store.generation() + periods;
  }

  @Override
  public Optional<WaitReason> reserve(Ask ask, SortedMap<String, ProjectHome> homes) {
    List<Standing> asked = asked(ask, homes);
    Optional<WaitReason> refusal = refusal(ask, asked);
    Rater rater = standings.rater();
    for (Standing standing : asked) {
      noteExhaustion(standing, most(ask, standing, rater), ask);
    }
    if (refusal.isEmpty()) {
      store.hold(ask);
    }
    return refusal;
  }

  @Override
  public Optional<WaitReason> refusal(Ask ask, SortedMap<String, ProjectHome> homes) {
    return refusal(ask, asked(ask, homes));
  }

  private List<Standing> asked(Ask ask, SortedMap<String, ProjectHome> homes) {
    List<Kept> concerned =
        store.all().stream()
            .filter(kept -> kept.budget().active() && kept.budget().hard())
            .filter(kept -> BudgetStandings.covers(kept.budget(), ask.run(), homes))
            .toList();
    return standings.of(concerned, homes, ask.at());
  }

  private Optional<WaitReason> refusal(Ask ask, List<Standing> asked) {
    Rater rater = standings.rater();
    return asked.stream()
        .flatMap(
            standing ->
                BudgetRules.refusal(standing, most(ask, standing, rater), ask.at()).stream())
        .findFirst();
  }

  private Charge most(Ask ask, Standing standing, Rater rater) {
    return standings.most(ask, rater, BudgetRules.period(standing.budget(), ask.at()));
  }

  /// The grace of a budget begins with the first run that it has no room for, and ends as soon as
  /// there is room again.
  private void noteExhaustion(Standing standing, Charge most, Ask ask) {
    boolean room = BudgetRules.hasRoom(standing, most);
    boolean noted =
        standing.exhaustedAt() != null && !standing.exhaustedAt().isBefore(standing.from());
    if (room && standing.exhaustedAt() != null) {
      store.markExhausted(standing.budget().id(), null);
    } else if (!room && !noted) {
      store.markExhausted(standing.budget().id(), ask.at());
    }
  }
}
