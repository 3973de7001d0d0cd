package io.gpuaas.launch.replay;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// Kills the server in the middle of a replay: once in each of so many equal parts of its requests,
/// at a random one of them and then some microseconds into whatever the server does.
final class ReplayKills implements AutoCloseable {
  private static final long LOOK_NANOS = 200_000;
  private static final int INTO_A_REQUEST_NANOS = 5_000_000;

  private final AtomicInteger done = new AtomicInteger();
  private final Thread killer;

  /// @param requests that the replay makes at least
  /// @param kill returns when the server is dead
  ReplayKills(long seed, int kills, int requests, ReplayApi api, Runnable kill) {
    this.killer =
        Thread.ofPlatform()
            .name("killer")
            .start(() -> run(new SplittableRandom(seed), kills, requests, api, kill));
  }

  private void run(SplittableRandom random, int kills, int requests, ReplayApi api, Runnable kill) {
    long first = api.requests();
    for (int i = 0; i < kills && !Thread.currentThread().isInterrupted(); i++) {
      long from = first + (long) i * requests / kills;
      long at = from + random.nextInt(Math.max(1, requests / kills));
      while (api.requests() < at && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
      LockSupport.parkNanos(random.nextInt(INTO_A_REQUEST_NANOS));
      if (!Thread.currentThread().isInterrupted()) {
        kill.run();
        done.incrementAndGet();
      }
    }
  }

  /// How often it was killed so far.
  int done() {
    return done.get();
  }

  /// No more kills.
  @Override
  public void close() {
    killer.interrupt();
    try {
      killer.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
