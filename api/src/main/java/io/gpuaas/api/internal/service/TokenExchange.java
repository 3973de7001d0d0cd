package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.TokenStore.Token;
import io.gpuaas.api.internal.store.TrustStore;
import io.gpuaas.api.internal.store.TrustStore.Exchanged;
import io.gpuaas.api.internal.store.TrustStore.TrustRule;
import io.gpuaas.core.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Gives short tokens of ours for verified foreign ones, as trust rules say. So a pipeline needs no
/// stored secret.
///
/// @see <a href="https://www.rfc-editor.org/rfc/rfc8693">RFC 8693</a>
@Service
public class TokenExchange implements Forgetful {
  public static final Duration LIFE = Duration.ofMinutes(15);

  private static final int LONGEST_SHOWN = 200;

  private final TrustStore store;
  private final Tokens tokens;
  private final Callers callers;
  private final InstantSource clock;

  TokenExchange(TrustStore store, Tokens tokens, Callers callers, InstantSource clock) {
    this.store = store;
    this.tokens = tokens;
    this.callers = callers;
    this.clock = clock;
  }

  /// A foreign token whose signature, issuer and times were checked.
  ///
  /// @param claims by name; of lists and objects their texts
  /// @param hash of what is signed, in hexadecimal digits
  public record Assertion(
      String issuer,
      List<String> audience,
      SortedMap<String, String> claims,
      Instant expiresAt,
      String hash) {}

  /// What came of it.
  public sealed interface Outcome {
    record Given(TrustRule rule, Tokens.Issued issued) implements Outcome {}

    /// It is not taken.
    ///
    /// @param why for whoever set the pipeline up; names no rule
    record Refused(String why) implements Outcome {}
  }

  public List<TrustRule> rulesOf(String issuer) {
    return store.ofIssuer(issuer);
  }

  /// Exchanges a foreign token.
  ///
  /// @param project narrows the rules to one project, null when all will do
  @Transactional
  public Outcome exchange(Assertion assertion, @Nullable String project) {
    for (TrustRule rule : store.ofIssuer(assertion.issuer())) {
      boolean wanted = project == null || rule.project().equals(project);
      if (wanted && misses(rule, assertion).isEmpty()) {
        if (!store.take(assertion.hash(), assertion.expiresAt())) {
          return new Outcome.Refused("This token was used before; each is taken once.");
        }
        return give(rule, clock.instant().plus(Duration.ofHours(rule.maxHours())));
      }
    }
    return new Outcome.Refused(
        ("No trust rule fits its audience, %s, and its claims; an administrator can have it"
                + " explained.")
            .formatted(Fault.shown(String.join(", ", assertion.audience()), LONGEST_SHOWN)));
  }

  /// Gives a further token for one that was given here and is still good.
  @Transactional
  public Outcome renew(String text) {
    Optional<Exchanged> exchanged =
        callers
            .ofToken(text)
            .map(Caller::token)
            .flatMap(use -> store.exchanged(use.id()))
            .filter(it -> it.until().isAfter(clock.instant()));
    Optional<TrustRule> rule = exchanged.flatMap(it -> store.find(it.rule()));
    if (rule.isEmpty()) {
      return new Outcome.Refused("This token cannot be renewed: bring a new one of your issuer.");
    }
    return give(rule.get(), exchanged.get().until());
  }

  private Outcome give(TrustRule rule, Instant until) {
    Instant now = clock.instant();
    Instant end = now.plus(LIFE).isBefore(until) ? now.plus(LIFE) : until;
    Tokens.Issued issued =
        tokens.issue(
            rule.login(),
            "exchange " + rule.name(),
            rule.project(),
            List.of(rule.scopes().split(" ", -1)),
            end);
    Token token = issued.token();
    store.insert(new Exchanged(token.id(), rule.name(), until));
    return new Outcome.Given(rule, issued);
  }

  /// What keeps a token from fitting a rule, one sentence each; empty when it fits.
  public static List<String> misses(TrustRule rule, Assertion assertion) {
    List<String> misses = new ArrayList<>();
    if (!rule.issuer().equals(assertion.issuer())) {
      misses.add("iss is %s, not %s.".formatted(assertion.issuer(), rule.issuer()));
    }
    if (!assertion.audience().contains(rule.audience())) {
      misses.add("aud is %s, without %s.".formatted(assertion.audience(), rule.audience()));
    }
    for (Map.Entry<String, String> wanted : rule.claims().entrySet()) {
      String found = assertion.claims().get(wanted.getKey());
      if (found == null) {
        misses.add("%s is missing.".formatted(wanted.getKey()));
      } else if (!fits(wanted.getValue(), found)) {
        misses.add("%s is %s, not %s.".formatted(wanted.getKey(), found, wanted.getValue()));
      }
    }
    return misses;
  }

  private static boolean fits(String wanted, String found) {
    return wanted.endsWith("*")
        ? found.startsWith(wanted.substring(0, wanted.length() - 1))
        : found.equals(wanted);
  }

  /// Foreign tokens that have ended need no memory.
  @Override
  @Transactional
  public void forgetOld() {
    store.forgetTakenBefore(clock.instant());
  }

  /// Claims by which a rule can be sure of whom it trusts: ids that are never given to others.
  public static SortedSet<String> immutableIds(String issuer) {
    return issuer.equals("https://token.actions.githubusercontent.com")
        ? new TreeSet<>(List.of("repository_id"))
        : new TreeSet<>(List.of("project_id", "repository_id", "sub"));
  }
}
