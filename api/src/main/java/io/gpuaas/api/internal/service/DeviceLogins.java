package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.DeviceLoginStore;
import io.gpuaas.api.internal.store.DeviceLoginStore.DeviceLogin;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Sign-in of command lines (RFC 8628): the command line shows a short code, its person types it in
/// the portal and allows it, and the command line, which has asked again and again, gets a token.
/// No password ever goes through it.
@Service
public class DeviceLogins implements Forgetful {
  public static final Duration LIFE = Duration.ofMinutes(10);
  public static final Duration INTERVAL = Duration.ofSeconds(5);

  /// As much sooner may a command line come without being told to slow down.
  private static final Duration EARLY = Duration.ofSeconds(1);

  private static final Duration TOKEN_LIFE = Duration.ofDays(30);
  private static final int MOST_WAITING = 1_000;
  private static final int DEVICE_CODE_BYTES = 32;

  /// Without vowels, so that no words come of it, and nothing that looks like another.
  private static final String LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

  private static final int HALF = 4;

  private final DeviceLoginStore store;
  private final Tokens tokens;
  private final Callers callers;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  DeviceLogins(DeviceLoginStore store, Tokens tokens, Callers callers, InstantSource clock) {
    this.store = store;
    this.tokens = tokens;
    this.callers = callers;
    this.clock = clock;
  }

  /// What a command line is told first.
  public record Begun(DeviceLogin login, String deviceCode) {
    /// The code is a secret and is not shown.
    @Override
    public String toString() {
      return "Begun[" + login.userCode() + "]";
    }
  }

  /// What it is told when it asks.
  public sealed interface Poll {
    record Pending() implements Poll {}

    record TooSoon() implements Poll {}

    record Denied() implements Poll {}

    /// It is not known, or over.
    record Expired() implements Poll {}

    record Allowed(Tokens.Issued issued) implements Poll {}
  }

  /// Empty when too many wait already.
  @Transactional
  public Optional<Begun> begin(String machine, String sourceIp) {
    Instant now = clock.instant();
    if (store.waiting(now) >= MOST_WAITING) {
      return Optional.empty();
    }
    byte[] bytes = new byte[DEVICE_CODE_BYTES];
    random.nextBytes(bytes);
    String deviceCode = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    String userCode = letters() + "-" + letters();
    DeviceLogin login =
        new DeviceLogin(userCode, machine, sourceIp, now, now.plus(LIFE), null, null, null);
    store.insert(login, hash(deviceCode));
    return Optional.of(new Begun(login, deviceCode));
  }

  private String letters() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < HALF; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  /// The token is given once; afterwards the code is not known any more.
  @Transactional
  public Poll poll(String deviceCode) {
    byte[] hash = hash(deviceCode);
    Instant now = clock.instant();
    Optional<DeviceLogin> found = store.byDevice(hash);
    if (found.isEmpty() || !found.get().expiresAt().isAfter(now)) {
      return new Poll.Expired();
    }
    DeviceLogin login = found.get();
    if (login.allowed() == null) {
      Instant last = login.polledAt();
      store.polled(hash, now);
      boolean soon = last != null && last.plus(INTERVAL).minus(EARLY).isAfter(now);
      return soon ? new Poll.TooSoon() : new Poll.Pending();
    }
    store.delete(hash);
    String person = Objects.requireNonNull(login.login());
    if (!login.allowed() || callers.ofLogin(person).isEmpty()) {
      return new Poll.Denied();
    }
    String name = "gpuaas login on " + login.machine();
    return new Poll.Allowed(tokens.issue(person, name, null, List.of("*"), now.plus(TOKEN_LIFE)));
  }

  /// What waits under a code that a person has typed, however they write it.
  public Optional<DeviceLogin> find(String typed) {
    return store
        .byCode(canonical(typed))
        .filter(it -> it.allowed() == null && it.expiresAt().isAfter(clock.instant()));
  }

  private static String canonical(String typed) {
    String letters = typed.toUpperCase(java.util.Locale.ROOT).replaceAll("[^A-Z]", "");
    return letters.length() == 2 * HALF
        ? letters.substring(0, HALF) + "-" + letters.substring(HALF)
        : "";
  }

  /// False when it was decided before, or is over.
  @Transactional
  public boolean decide(String userCode, String login, boolean allowed) {
    return store.decide(canonical(userCode), login, allowed, clock.instant());
  }

  @Override
  @Transactional
  public void forgetOld() {
    store.deleteEnded(clock.instant());
  }

  private static byte[] hash(String code) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(code.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
