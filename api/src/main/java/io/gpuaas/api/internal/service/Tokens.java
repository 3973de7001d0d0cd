package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.TokenStore;
import io.gpuaas.api.internal.store.TokenStore.Token;
import io.gpuaas.core.IdGenerator;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Gives out and revokes service tokens.
@Service
public class Tokens {
  public static final Duration LONGEST = Duration.ofDays(366);
  public static final Duration DEFAULT = Duration.ofDays(90);

  private final TokenStore store;
  private final Callers callers;
  private final IdGenerator ids;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  Tokens(TokenStore store, Callers callers, IdGenerator ids, InstantSource clock) {
    this.store = store;
    this.callers = callers;
    this.ids = ids;
    this.clock = clock;
  }

  /// A token and, this once, its text.
  public record Issued(Token token, String text) {
    /// The text is a secret and is not shown.
    @Override
    public String toString() {
      return "Issued[" + token.id() + "]";
    }
  }

  /// Gives out a new token that may be used from everywhere.
  ///
  /// @param project null when not bound to one
  /// @param scopes words of permissions, or `*`
  /// @param expiresAt null for the default life
  @Transactional
  public Issued issue(
      String owner,
      String name,
      @Nullable String project,
      List<String> scopes,
      @Nullable Instant expiresAt) {
    return issue(owner, name, project, scopes, List.of(), expiresAt);
  }

  /// Gives out a new token.
  ///
  /// @param addresses networks from which it may be used; empty: from everywhere
  @Transactional
  public Issued issue(
      String owner,
      String name,
      @Nullable String project,
      List<String> scopes,
      List<String> addresses,
      @Nullable Instant expiresAt) {
    Instant now = clock.instant();
    Instant end = expiresAt == null ? now.plus(DEFAULT) : expiresAt;
    SortedSet<String> words = new TreeSet<>(scopes);
    String text = TokenText.make(random);
    Token token =
        new Token(
            ids.next("tok"),
            name,
            owner,
            project,
            String.join(" ", words),
            String.join(" ", addresses),
            now,
            end,
            null,
            null);
    store.insert(token, TokenText.hash(text));
    return new Issued(token, text);
  }

  /// Gives out another token like `old`, for as long a life from now; `old` ends after `overlap`,
  /// or sooner when its own end comes sooner.
  @Transactional
  public Issued rotate(Token old, Duration overlap) {
    Instant now = clock.instant();
    Instant end = now.plus(Duration.between(old.createdAt(), old.expiresAt()));
    Issued issued =
        issue(
            old.owner(),
            old.name(),
            old.project(),
            words(old.scopes()),
            words(old.addresses()),
            end);
    store.endAt(old.id(), now.plus(overlap));
    callers.forget();
    return issued;
  }

  /// Of texts with blanks between them.
  public static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
  }

  public List<Token> all() {
    return store.all();
  }

  public Optional<Token> find(String id) {
    return store.find(id).filter(token -> token.revokedAt() == null);
  }

  @Transactional
  public boolean revoke(String id) {
    boolean revoked = store.revoke(id, clock.instant());
    callers.forget();
    return revoked;
  }
}
