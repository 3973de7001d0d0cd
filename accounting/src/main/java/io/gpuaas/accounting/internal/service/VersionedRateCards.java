package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.internal.engine.RateCardCheck;
import io.gpuaas.accounting.internal.store.RateStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Rate cards, each change a new version.
@Service
class VersionedRateCards implements RateCardAdmin {
  private final RateStore store;
  private final LateRating lateRating;
  private final InstantSource clock;

  VersionedRateCards(RateStore store, LateRating lateRating, InstantSource clock) {
    this.store = store;
    this.lateRating = lateRating;
    this.clock = clock;
  }

  @Override
  @Transactional(readOnly = true)
  public List<RateCard> list() {
    return store.cards();
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<RateCard> find(String name) {
    return store.cards().stream().filter(card -> card.name().equals(name)).findFirst();
  }

  @Override
  @Transactional
  public SaveOutcome save(RateCardDraft draft, int expectedVersion, String author) {
    store.lock();
    List<RateCard> cards = store.cards();
    int version =
        cards.stream()
            .filter(card -> card.name().equals(draft.name()))
            .mapToInt(RateCard::version)
            .findFirst()
            .orElse(0);
    if (version != expectedVersion) {
      return new SaveOutcome.Stale(version);
    }
    Instant now = clock.instant();
    RateCardCheck.Result result = check(draft, cards, version + 1, now);
    if (!result.faults().isEmpty()) {
      return new SaveOutcome.Refused(result.faults());
    }
    store.save(
        new RateCard(draft.name(), draft.currency(), result.rates(), version + 1), author, now);
    String reference = "late rating with %s version %d".formatted(draft.name(), version + 1);
    lateRating.rate(reference, now);
    return new SaveOutcome.Saved(find(draft.name()).orElseThrow());
  }

  private static RateCardCheck.Result check(
      RateCardDraft draft, List<RateCard> cards, int version, Instant now) {
    List<Rate> before = ratesOf(cards, draft.name(), true);
    List<Rate> others = ratesOf(cards, draft.name(), false);
    Optional<String> currency =
        cards.stream()
            .filter(card -> !card.name().equals(draft.name()))
            .map(RateCard::currency)
            .findFirst();
    return new RateCardCheck(now, before, others).check(draft, version, currency);
  }

  private static List<Rate> ratesOf(List<RateCard> cards, String name, boolean same) {
    return cards.stream()
        .filter(card -> card.name().equals(name) == same)
        .flatMap(card -> card.rates().stream())
        .toList();
  }
}
