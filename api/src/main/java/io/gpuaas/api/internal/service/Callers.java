package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.AccountStore;
import io.gpuaas.api.internal.store.TokenStore;
import io.gpuaas.api.internal.store.TokenStore.Token;
import io.gpuaas.quota.OrganisationSource;
import io.gpuaas.quota.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Service;
import org.springframework.transaction.event.TransactionalEventListener;

/// Makes [Caller]s from logins and token texts. Kept in memory for a few seconds of real time, and
/// dropped at once when this process changes accounts, bindings or tokens.
@Service
public class Callers {
  private static final Duration KEEP = Duration.ofSeconds(5);
  private static final Duration USE_NOTED_EVERY = Duration.ofMinutes(10);

  private final AccountStore accounts;
  private final TokenStore tokens;
  private final OrganisationSource organisation;
  private final InstantSource clock;
  private final ApplicationEventPublisher events;
  private final Recent<Known> byLogin;
  private final Recent<KnownToken> byHash;
  private final Recent<Token> byId;

  Callers(
      AccountStore accounts,
      TokenStore tokens,
      OrganisationSource organisation,
      InstantSource clock,
      Ticks ticks,
      ApplicationEventPublisher events) {
    this.accounts = accounts;
    this.tokens = tokens;
    this.organisation = organisation;
    this.clock = clock;
    this.events = events;
    this.byLogin = new Recent<>(KEEP, ticks);
    this.byHash = new Recent<>(KEEP, ticks);
    this.byId = new Recent<>(KEEP, ticks);
  }

  private record Known(boolean active, String displayName, List<Grant> grants) {}

  private record KnownToken(@Nullable Token token, Set<Permission> scopes) {}

  /// The caller with all rights of the account; empty when it is not there or not active.
  public Optional<Caller> ofLogin(String login) {
    return ofLogin(login, null);
  }

  /// Empty when the token was never given out, has expired, was revoked, or its owner is not
  /// active.
  public Optional<Caller> ofToken(String text) {
    if (!TokenText.isWellFormed(text)) {
      return Optional.empty();
    }
    KnownToken known = known(TokenText.hash(text));
    Token token = known.token();
    if (token == null || !isValid(token)) {
      return Optional.empty();
    }
    Caller.TokenUse use =
        new Caller.TokenUse(
            token.id(),
            token.name(),
            token.project(),
            known.scopes(),
            Tokens.words(token.addresses()));
    return ofLogin(token.owner(), use);
  }

  /// The caller with the rights of this moment; empty when the account or the token has ended.
  public Optional<Caller> again(Caller caller) {
    Caller.TokenUse use = caller.token();
    if (use != null && !isValid(token(use.id()))) {
      return Optional.empty();
    }
    return ofLogin(caller.login(), use);
  }

  private @Nullable Token token(String id) {
    return byId.get(id, () -> tokens.find(id).orElse(null));
  }

  private boolean isValid(@Nullable Token token) {
    return token != null && token.revokedAt() == null && token.expiresAt().isAfter(clock.instant());
  }

  /// Forgets what is kept, after a change, and tells long requests when it has committed.
  public void forget() {
    clear();
    events.publishEvent(new RightsChanged());
  }

  /// What was read in the meantime is of before the change.
  @TransactionalEventListener(fallbackExecution = true)
  @Order(Ordered.HIGHEST_PRECEDENCE)
  void forget(RightsChanged change) {
    clear();
  }

  private void clear() {
    byLogin.forget();
    byHash.forget();
    byId.forget();
  }

  private Optional<Caller> ofLogin(String login, Caller.@Nullable TokenUse use) {
    Known known = byLogin.get(login, () -> read(login));
    if (known == null) {
      return Optional.empty();
    }
    return known.active()
        ? Optional.of(
            new Caller(login, known.displayName(), use, known.grants(), organisation.current()))
        : Optional.empty();
  }

  private @Nullable Known read(String login) {
    return accounts
        .find(login)
        .map(it -> new Known(it.active(), it.displayName(), grants(login)))
        .orElse(null);
  }

  private List<Grant> grants(String login) {
    return accounts.bindings(login).stream().flatMap(Callers::grant).toList();
  }

  private static java.util.stream.Stream<Grant> grant(AccountStore.Binding binding) {
    Scope scope = new Scope(Scope.Kind.valueOf(binding.scopeKind()), binding.scopeName());
    return Role.ofWord(binding.role()).map(role -> new Grant(role, scope)).stream();
  }

  private KnownToken known(byte[] hash) {
    String key = HexFormat.of().formatHex(hash);
    return Objects.requireNonNull(byHash.get(key, () -> read(hash)));
  }

  private KnownToken read(byte[] hash) {
    Token token = tokens.byHash(hash).orElse(null);
    noteUse(token);
    return new KnownToken(token, token == null ? Set.of() : scopes(token.scopes()));
  }

  private void noteUse(@Nullable Token token) {
    Instant now = clock.instant();
    if (token == null) {
      return;
    }
    Instant last = token.lastUsedAt();
    if (last == null || last.plus(USE_NOTED_EVERY).isBefore(now)) {
      tokens.used(token.id(), now);
    }
  }

  static Set<Permission> scopes(String words) {
    Set<Permission> scopes = EnumSet.noneOf(Permission.class);
    for (String word : words.split(" ", -1)) {
      if (word.equals("*")) {
        return EnumSet.allOf(Permission.class);
      }
      Permission.ofWord(word).ifPresent(scopes::add);
    }
    return scopes;
  }
}
