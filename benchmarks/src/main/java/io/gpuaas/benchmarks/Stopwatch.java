package io.gpuaas.benchmarks;

import java.util.function.Supplier;

/// Times a piece of work: once cold, then warm as often as seems worth it.
final class Stopwatch {
  private Stopwatch() {}

  /// @param result of the last call
  /// @param firstMillis the first call in this process
  /// @param warmMillis the fastest of the later calls; the first when there is none
  record Timed<T>(T result, double firstMillis, double warmMillis, int calls) {}

  /// Calls `work` until `budgetMillis` are used up, at most `callsMax` times.
  static <T> Timed<T> time(int callsMax, long budgetMillis, Supplier<T> work) {
    long started = System.nanoTime();
    T result = work.get();
    double first = millisSince(started);
    double best = first;
    int calls = 1;
    while (calls < callsMax && millisSince(started) < budgetMillis) {
      long at = System.nanoTime();
      result = work.get();
      best = Math.min(best, millisSince(at));
      calls++;
    }
    return new Timed<>(result, first, best, calls);
  }

  static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }
}
