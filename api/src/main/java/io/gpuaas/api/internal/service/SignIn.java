package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.AccountStore;
import io.gpuaas.api.internal.store.AccountStore.Account;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Service;

/// Checks logins and passwords, slowly for guessers and cheaply for the server.
@Service
public class SignIn {
  /// Hashing is made to be slow; one at a time leaves the other processors to others.
  private static final int HASHES_AT_ONCE = 1;

  private final AccountStore accounts;
  private final PasswordEncoder encoder;
  private final SignInThrottle throttle;
  private final Semaphore hashing = new Semaphore(HASHES_AT_ONCE, true);
  private final String hashOfNobody;

  SignIn(AccountStore accounts, PasswordEncoder encoder, InstantSource clock) {
    this.accounts = accounts;
    this.encoder = encoder;
    this.throttle = new SignInThrottle(clock);
    this.hashOfNobody = Objects.requireNonNull(encoder.encode("nobody has this password"));
  }

  /// What became of a try.
  public sealed interface Outcome {
    record Welcome(String login) implements Outcome {}

    record Refused() implements Outcome {}

    record TooOften(long waitSeconds) implements Outcome {}
  }

  public Outcome attempt(String login, String password, String address) {
    long wait = throttle.secondsToWait(login, address);
    if (wait > 0) {
      return new Outcome.TooOften(wait);
    }
    Optional<Account> account = accounts.find(login).filter(Account::active);
    String hash = account.map(Account::passwordHash).orElse(null);
    // A hash is computed for an unknown login too, so that time does not tell them apart.
    boolean fits = matches(password, hash == null ? hashOfNobody : hash) && hash != null;
    if (!fits) {
      throttle.failed(login, address);
      return new Outcome.Refused();
    }
    throttle.succeeded(login, address);
    return new Outcome.Welcome(login);
  }

  private boolean matches(String password, String hash) {
    hashing.acquireUninterruptibly();
    try {
      return encoder.matches(password, hash);
    } finally {
      hashing.release();
    }
  }
}
