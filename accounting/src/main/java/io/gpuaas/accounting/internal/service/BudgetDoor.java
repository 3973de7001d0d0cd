package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.BudgetGate;
import io.gpuaas.accounting.Budgets.Standing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.internal.engine.Affordability;
import io.gpuaas.accounting.internal.engine.BudgetRules;
import io.gpuaas.accounting.internal.engine.Rater;
import io.gpuaas.accounting.internal.store.BudgetStore;
import io.gpuaas.accounting.internal.store.BudgetStore.Kept;
import io.gpuaas.core.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/// Asks all budgets that a run counts in. Every one of them must have room.
///
/// It has no transaction of its own: a hold is kept only if the admission is.
@Service
class BudgetDoor implements BudgetGate {
  private final BudgetStore store;
  private final BudgetStandings standings;
  private final Moments moments = new Moments();

  BudgetDoor(BudgetStore store, BudgetStandings standings) {
    this.store = store;
    this.standings = standings;
  }

  @Override
  public boolean enter() {
    store.keepAsTheyAre();
    return store.isOneActive();
  }

  @Override
  public boolean isClosable() {
    return store.isHardOneActive();
  }

  @Override
  public long generation(Instant now) {
    return store.generation() + moments.passedBy(now);
  }

  @Override
  public @Nullable Instant nextGenerationAt(Instant now) {
    return isClosable() ? moments.nextAfter(now) : null;
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
    private final TreeMap<String, Standing> nextPeriods = new TreeMap<>();

    OneReading(SortedMap<String, ProjectHome> homes, Instant now) {
      this.homes = homes;
      this.now = now;
    }

    @Override
    public Optional<WaitReason> reserve(Ask ask) {
      Optional<WaitReason> refusal = clear(ask);
      if (refusal.isEmpty()) {
        asked(ask).forEach(it -> read.put(it.budget().id(), withHeld(it, most(ask, it))));
        store.hold(ask);
      }
      return refusal;
    }

    @Override
    public Optional<WaitReason> clear(Ask ask) {
      List<Standing> asked = asked(ask);
      Optional<WaitReason> refusal = refusal(ask, asked);
      asked.forEach(it -> read.put(it.budget().id(), noteExhaustion(it, most(ask, it), ask)));
      return refusal;
    }

    @Override
    public Optional<WaitReason> refusal(Ask ask) {
      return refusal(ask, asked(ask));
    }

    private Optional<WaitReason> refusal(Ask ask, List<Standing> asked) {
      List<Standing> refusing =
          asked.stream()
              .filter(it -> BudgetRules.refusal(it, most(ask, it), ask.at()).isPresent())
              .toList();
      if (refusing.isEmpty()) {
        return Optional.empty();
      }
      noteMoment(ask, refusing);
      Standing first = refusing.getFirst();
      return BudgetRules.refusal(first, most(ask, first), ask.at());
    }

    /// Notes when all that refuse it would let the run through if nothing but time went by. A later
    /// moment than one that is noted already is found when that one has come.
    private void noteMoment(Ask ask, List<Standing> refusing) {
      Instant earlier = moments.nextAfter(now);
      Instant latest = now;
      for (Standing standing : refusing) {
        boolean sooner = earlier == null || fitsAt(ask, standing, earlier);
        Optional<Instant> at = sooner ? affordableAt(ask, standing) : Optional.empty();
        if (at.isEmpty()) {
          return;
        }
        latest = at.get().isAfter(latest) ? at.get() : latest;
      }
      moments.note(latest.isAfter(now) ? latest : now.plusMillis(1));
    }

    private boolean fitsAt(Ask ask, Standing standing, Instant at) {
      return !at.isBefore(standing.to())
          || mostAt(ask, standing, at).compareTo(room(standing)) <= 0;
    }

    /// In the period that goes on, or in the next one with what running jobs may cost in it.
    private Optional<Instant> affordableAt(Ask ask, Standing standing) {
      return affordableIn(ask, standing, now)
          .or(
              () -> {
                Standing next = nextPeriods.computeIfAbsent(standing.budget().id(), this::read);
                return affordableIn(ask, next, next.from());
              });
    }

    private Standing read(String budget) {
      Kept kept =
          hardOnes.stream().filter(it -> it.budget().id().equals(budget)).findFirst().orElseThrow();
      Instant begin = BudgetRules.period(kept.budget(), now).to();
      return standings.of(List.of(kept), homes, begin).getFirst();
    }

    private Optional<Instant> affordableIn(Ask ask, Standing standing, Instant from) {
      return Affordability.earliest(
          from,
          standing.to(),
          ask.maxRuntimeMillis(),
          room(standing),
          at -> mostAt(ask, standing, at));
    }

    private static Charge room(Standing standing) {
      return standing.budget().amount().minus(standing.committed());
    }

    private Charge mostAt(Ask ask, Standing standing, Instant at) {
      return most(new Ask(ask.run(), ask.holdings(), ask.maxRuntimeMillis(), at), standing);
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

  /// Instants at which time alone may let a refused run through. They are forgotten with the
  /// process, as are the runs that the scheduler holds back.
  private static final class Moments {
    private final TreeSet<Instant> noted = new TreeSet<>();
    private long passed;

    synchronized void note(Instant at) {
      noted.add(at);
    }

    /// How many have come; never falls.
    synchronized long passedBy(Instant now) {
      SortedSet<Instant> come = noted.headSet(now, true);
      passed += come.size();
      come.clear();
      return passed;
    }

    synchronized @Nullable Instant nextAfter(Instant now) {
      return noted.higher(now);
    }
  }

  /// The grace of a budget begins with the first run that it has no room for, and ends as soon as
  /// there is room again.
  private Standing noteExhaustion(Standing standing, Charge most, Ask ask) {
    boolean room = BudgetRules.hasRoom(standing, most);
    boolean noted = standing.exhaustedAt() != null;
    boolean over = room && noted;
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
