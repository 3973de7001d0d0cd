package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.DeliveryStore;
import io.gpuaas.api.internal.store.DeliveryStore.Attempt;
import io.gpuaas.api.internal.store.DeliveryStore.Delivery;
import io.gpuaas.api.internal.store.DeliveryStore.Message;
import io.gpuaas.api.internal.store.DeliveryStore.State;
import io.gpuaas.api.internal.store.WebhookStore;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import io.gpuaas.api.internal.store.WebhookStore.Wish;
import io.gpuaas.core.IdGenerator;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.OrganisationSource;
import io.gpuaas.quota.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Webhooks and their messages: at least once, of each job in order, for a day.
@Service
public class Webhooks implements Forgetful {
  /// So long the secret before signs, too.
  public static final Duration OVERLAP = Duration.ofHours(24);

  private static final Duration GIVE_UP = Duration.ofHours(24);
  private static final Duration KEPT = Duration.ofDays(30);
  private static final Duration CLAIM = Duration.ofMinutes(1);
  private static final int BATCH = 500;
  private static final int MOST_PENDING = 20_000;
  private static final int AT_ONCE = 32;

  private final WebhookStore store;
  private final DeliveryStore deliveries;
  private final WebhookSecrets secrets;
  private final WebhookMessages messages;
  private final JobQueries queries;
  private final OrganisationSource organisation;
  private final IdGenerator ids;
  private final InstantSource clock;
  private final RetryPauses pauses;

  Webhooks(
      WebhookStore store,
      DeliveryStore deliveries,
      WebhookSecrets secrets,
      WebhookMessages messages,
      JobQueries queries,
      OrganisationSource organisation,
      IdGenerator ids,
      InstantSource clock,
      @Value("${gpuaas.webhooks.retry-seconds:5,30,120,600,1800,3600,7200}") List<Long> pauses) {
    this.store = store;
    this.deliveries = deliveries;
    this.secrets = secrets;
    this.messages = messages;
    this.queries = queries;
    this.organisation = organisation;
    this.ids = ids;
    this.clock = clock;
    this.pauses = new RetryPauses(pauses);
  }

  /// Pauses after the first, second, … attempt; the last one is that of all further ones.
  record RetryPauses(List<Long> seconds) {
    RetryPauses {
      seconds = List.copyOf(seconds);
    }

    Duration after(int attempts) {
      return Duration.ofSeconds(seconds.get(Math.min(attempts, seconds.size()) - 1));
    }
  }

  public List<Webhook> all() {
    return store.all();
  }

  public Optional<Webhook> find(String name) {
    return store.find(name);
  }

  /// False when the name is taken. It is told what happens from now on.
  @Transactional
  public boolean create(String name, Wish wish, @Nullable String credential) {
    String sealed = credential == null ? null : secrets.sealed(credential);
    long from = queries.lastEventSeq();
    return store.insert(new Webhook(name, wish, ids.next("whs"), 1, null, sealed, from, 1));
  }

  /// False when it is not there in this version.
  @Transactional
  public boolean replace(String name, Wish wish, @Nullable String credential, long version) {
    String sealed = credential == null ? null : secrets.sealed(credential);
    return store.replace(name, wish, sealed, version);
  }

  /// False when it is not there in this version. What was not delivered yet is dropped.
  @Transactional
  public boolean remove(String name, long version) {
    return store.delete(name, version);
  }

  /// Makes the next secret.
  @Transactional
  public Webhook rotate(String name) {
    store.rotate(name, clock.instant().plus(OVERLAP));
    return store.find(name).orElseThrow();
  }

  /// Sends a message that is about no job.
  @Transactional
  public Delivery ping(Webhook hook) {
    return insert(hook, messages.ping(hook, clock.instant()));
  }

  /// Sends a message once more, with its id.
  @Transactional
  public Delivery again(Delivery delivery) {
    Instant now = clock.instant();
    deliveries.again(delivery.id(), now, now.plus(GIVE_UP));
    return deliveries.find(delivery.webhook(), delivery.id()).orElseThrow();
  }

  public Optional<Delivery> delivery(String webhook, String id) {
    return deliveries.find(webhook, id);
  }

  /// Newest first.
  public List<Delivery> deliveries(String webhook, @Nullable String before, int limit) {
    return deliveries.list(webhook, before, limit);
  }

  private Delivery insert(Webhook hook, Message message) {
    Instant now = clock.instant();
    Delivery made =
        new Delivery(
            ids.next("msg"),
            hook.name(),
            message,
            State.PENDING,
            0,
            now,
            now,
            now.plus(GIVE_UP),
            null);
    deliveries.insert(made);
    return made;
  }

  /// Makes messages of what happened since the last time; true when there may be more. One process
  /// at a time does it, and how far it is changes with the messages.
  @Transactional
  public boolean follow(String name) {
    Webhook hook = store.lock(name).orElse(null);
    if (hook == null || deliveries.pending(name) > MOST_PENDING) {
      return false;
    }
    List<JobEvent> events = queries.allEvents(hook.afterSeq(), BATCH);
    if (events.isEmpty()) {
      return false;
    }
    Organisation tree = organisation.current();
    Wish wish = hook.wish();
    Scope scope = new Scope(Scope.Kind.valueOf(wish.scopeKind()), wish.scopeName());
    List<JobEvent> wanted =
        events.stream()
            .filter(it -> wish.kinds().isEmpty() || wish.kinds().contains(it.kind()))
            .filter(it -> tree.path(Scope.project(it.project())).contains(scope))
            .toList();
    messages.of(hook, wanted).forEach(message -> insert(hook, message));
    store.followed(name, events.getLast().seq());
    return events.size() == BATCH;
  }

  /// Takes messages that are due, for this process to send.
  ///
  /// @param busy webhooks that have enough under way
  @Transactional
  public List<Delivery> claim(Collection<String> busy) {
    Instant now = clock.instant();
    return deliveries.claim(now, now.plus(CLAIM), busy, AT_ONCE);
  }

  /// Writes down how an attempt went. What was refused comes again, until a day has passed.
  @Transactional
  public void attempted(Delivery delivery, @Nullable Integer status, String fault) {
    Instant now = clock.instant();
    boolean taken = status != null && status >= 200 && status < 300;
    Instant next = now.plus(pauses.after(delivery.attempts() + 1));
    State state = taken ? State.DELIVERED : State.PENDING;
    if (!taken && next.isAfter(delivery.giveUpAt())) {
      state = State.GIVEN_UP;
    }
    deliveries.attempted(delivery.id(), state, new Attempt(now, status, fault), next);
  }

  /// Drops what is old from the log.
  @Override
  @Transactional
  public void forgetOld() {
    deliveries.deleteOlderThan(clock.instant().minus(KEPT));
  }
}
