package io.gpuaas.api.internal.service;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Counts failed sign-ins in windows of five minutes, per address, per login, and per both.
final class SignInThrottle {
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final int MOST_PER_PAIR = 10;
  private static final int MOST_PER_ADDRESS = 100;
  private static final int MOST_PER_LOGIN = 200;
  private static final int MOST_KEPT = 50_000;

  private final InstantSource clock;
  private final Map<String, Failures> failures =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
          return size() > MOST_KEPT;
        }
      };

  SignInThrottle(InstantSource clock) {
    this.clock = clock;
  }

  private record Failures(int count, Instant since) {}

  /// Seconds to wait before the next try; 0 when it may be made now.
  synchronized long secondsToWait(String login, String address) {
    return Math.max(
        left("pair " + address + " " + login, MOST_PER_PAIR),
        Math.max(
            left("address " + address, MOST_PER_ADDRESS), left("login " + login, MOST_PER_LOGIN)));
  }

  synchronized void failed(String login, String address) {
    add("pair " + address + " " + login);
    add("address " + address);
    add("login " + login);
  }

  synchronized void succeeded(String login, String address) {
    failures.remove("pair " + address + " " + login);
  }

  private long left(String key, int most) {
    Failures found = failures.get(key);
    if (found == null || found.count() < most) {
      return 0;
    }
    Duration left = Duration.between(clock.instant(), found.since().plus(WINDOW));
    return left.isPositive() ? left.toSeconds() + 1 : 0;
  }

  private void add(String key) {
    Instant now = clock.instant();
    Failures found = failures.get(key);
    if (found == null || found.since().plus(WINDOW).isBefore(now)) {
      failures.put(key, new Failures(1, now));
    } else {
      failures.put(key, new Failures(found.count() + 1, found.since()));
    }
  }
}
