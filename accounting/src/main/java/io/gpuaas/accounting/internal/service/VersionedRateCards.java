package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.internal.engine.RateCardCheck;
import io.gpuaas.accounting.internal.store.RateStore;
import io.gpuaas.core.Fault;
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
    SaveOutcome proposed = proposeNow(draft, expectedVersion, author);
    return switch (proposed) {
      case SaveOutcome.Saved(RateCard card) -> putInForce(card, "");
      case SaveOutcome.Refused _ -> proposed;
      case SaveOutcome.Stale _ -> proposed;
    };
  }

  @Override
  @Transactional
  public SaveOutcome propose(RateCardDraft draft, int expectedVersion, String author) {
    return proposeNow(draft, expectedVersion, author);
  }

  private SaveOutcome proposeNow(RateCardDraft draft, int expectedVersion, String author) {
    store.lock();
    List<RateCard> cards = store.cards();
    int inForce = inForce(cards, draft.name());
    if (inForce != expectedVersion) {
      return new SaveOutcome.Stale(inForce);
    }
    Instant now = clock.instant();
    int version = store.nextVersion(draft.name());
    RateCardCheck.Result result = check(draft, cards, version, now);
    if (!result.faults().isEmpty()) {
      return new SaveOutcome.Refused(result.faults());
    }
    RateCard card = new RateCard(draft.name(), draft.currency(), result.rates(), version);
    store.addDraft(card, inForce, author, now);
    return new SaveOutcome.Saved(card);
  }

  private SaveOutcome putInForce(RateCard card, String approver) {
    Instant now = clock.instant();
    store.activate(card, approver, now);
    lateRating.rate("late rating with %s version %d".formatted(card.name(), card.version()), now);
    return new SaveOutcome.Saved(find(card.name()).orElseThrow());
  }

  private static int inForce(List<RateCard> cards, String name) {
    return cards.stream()
        .filter(card -> card.name().equals(name))
        .mapToInt(RateCard::version)
        .findFirst()
        .orElse(0);
  }

  @Override
  @Transactional(readOnly = true)
  public List<Proposal> proposals() {
    return store.drafts().stream()
        .map(draft -> new Proposal(draft.card(), draft.author(), draft.createdAt()))
        .toList();
  }

  @Override
  @Transactional
  public SaveOutcome approve(String name, int version, String approver) {
    store.lock();
    Optional<RateStore.Draft> found = draft(name, version);
    if (found.isEmpty()) {
      return noSuchDraft(name, version);
    }
    RateStore.Draft draft = found.get();
    if (draft.author().equals(approver)) {
      return refused("SAME_PERSON", "Who makes a rate card cannot approve it.");
    }
    List<RateCard> cards = store.cards();
    int inForce = inForce(cards, name);
    if (inForce != draft.baseVersion()) {
      return new SaveOutcome.Stale(inForce);
    }
    RateCardCheck.Result again =
        check(RateCardDraft.of(draft.card()), cards, version, clock.instant());
    return again.faults().isEmpty()
        ? putInForce(draft.card(), approver)
        : new SaveOutcome.Refused(again.faults());
  }

  @Override
  @Transactional
  public SaveOutcome reject(String name, int version) {
    store.lock();
    Optional<RateStore.Draft> found = draft(name, version);
    if (found.isEmpty()) {
      return noSuchDraft(name, version);
    }
    store.reject(name, version);
    return new SaveOutcome.Saved(found.get().card());
  }

  private Optional<RateStore.Draft> draft(String name, int version) {
    return store.drafts().stream()
        .filter(one -> one.card().name().equals(name) && one.card().version() == version)
        .findFirst();
  }

  private static SaveOutcome noSuchDraft(String name, int version) {
    return refused("NO_SUCH_DRAFT", "No version %d of %s waits.".formatted(version, name));
  }

  private static SaveOutcome refused(String code, String detail) {
    return new SaveOutcome.Refused(List.of(Fault.of("", code, detail)));
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
