package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.TrustStore;
import io.gpuaas.api.internal.store.TrustStore.Exchanged;
import io.gpuaas.api.internal.store.TrustStore.Identity;
import io.gpuaas.api.internal.store.TrustStore.TrustRule;
import io.gpuaas.core.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  /// @param hash of what is signed, in hexadecimal digits
  public record Assertion(Identity identity, Instant expiresAt, String hash) {}

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
    Identity identity = assertion.identity();
    for (TrustRule rule : store.ofIssuer(identity.issuer())) {
      boolean wanted = project == null || rule.project().equals(project);
      if (wanted && misses(rule, identity).isEmpty()) {
        if (!store.take(assertion.hash(), assertion.expiresAt())) {
          return new Outcome.Refused("This token was used before; each is taken once.");
        }
        return give(rule, identity, clock.instant());
      }
    }
    return new Outcome.Refused(
        ("No trust rule fits its audience, %s, and its claims; an administrator can have it"
                + " explained.")
            .formatted(Fault.shown(String.join(", ", identity.audience()), LONGEST_SHOWN)));
  }

  /// Gives a further token for one that was given here and is still good, if the rule, as it is
  /// now, would give one to the same pipeline.
  @Transactional
  public Outcome renew(String text) {
    Caller.TokenUse token = callers.ofToken(text).map(Caller::token).orElse(null);
    Exchanged exchanged = token == null ? null : store.exchanged(token.id()).orElse(null);
    if (token == null || exchanged == null) {
      return new Outcome.Refused("This token cannot be renewed: bring a new one of your issuer.");
    }
    TrustRule rule = store.find(exchanged.rule()).orElse(null);
    if (rule == null) {
      return new Outcome.Refused("The trust rule that gave this token was removed.");
    }
    if (!rule.project().equals(token.project()) || !misses(rule, exchanged.identity()).isEmpty()) {
      return new Outcome.Refused(
          "The trust rule that gave this token was changed and does not fit its pipeline any more;"
              + " an administrator can have it explained.");
    }
    if (!end(rule, exchanged.since()).isAfter(clock.instant())) {
      return new Outcome.Refused(
          "Its trust rule lets tokens be renewed for %d h: bring a new one of your issuer."
              .formatted(rule.maxHours()));
    }
    return give(rule, exchanged.identity(), exchanged.since());
  }

  private static Instant end(TrustRule rule, Instant since) {
    return since.plus(Duration.ofHours(rule.maxHours()));
  }

  private Outcome give(TrustRule rule, Identity identity, Instant since) {
    Instant full = clock.instant().plus(LIFE);
    Instant end = end(rule, since);
    Tokens.Issued issued =
        tokens.issue(
            rule.login(),
            "exchange " + rule.name(),
            rule.project(),
            List.of(rule.scopes().split(" ", -1)),
            full.isBefore(end) ? full : end);
    store.insert(new Exchanged(issued.token().id(), rule.name(), identity, since));
    return new Outcome.Given(rule, issued);
  }

  /// What keeps a token from fitting a rule, one sentence each; empty when it fits.
  public static List<String> misses(TrustRule rule, Identity identity) {
    List<String> misses = new ArrayList<>();
    if (!rule.issuer().equals(identity.issuer())) {
      misses.add("iss is %s, not %s.".formatted(identity.issuer(), rule.issuer()));
    }
    if (!identity.audience().contains(rule.audience())) {
      misses.add("aud is %s, without %s.".formatted(identity.audience(), rule.audience()));
    }
    for (Map.Entry<String, String> wanted : rule.claims().entrySet()) {
      String found = identity.claims().get(wanted.getKey());
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
