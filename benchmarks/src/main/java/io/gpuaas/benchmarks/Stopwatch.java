package io.gpuaas.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.Supplier;

/// Times a piece of work: once cold, then warm as often as seems worth it.
final class Stopwatch {
  private Stopwatch() {}

  /// @param result of the last call
  /// @param firstMillis the first call in this process
  /// @param warmMillis the fastest of the later calls; the first when there is none
  /// @param cpuMillis the least processor time of a call, which a busy machine does not stretch
  record Timed<T>(T result, double firstMillis, double warmMillis, double cpuMillis, int calls) {
    /// A measurement of the warm time, the other times in the detail.
    Measurement lower(String name, double targetMillis) {
      return Measurement.lower(name, warmMillis, "ms", targetMillis)
          .with("firstMs", firstMillis)
          .with("cpuMs", cpuMillis);
    }
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /// Calls `work` until `budgetMillis` are used up, at most `callsMax` times.
  static <T> Timed<T> time(int callsMax, long budgetMillis, Supplier<T> work) {
    long started = System.nanoTime();
    long cpu = THREADS.getCurrentThreadCpuTime();
    T result = work.get();
    double first = millisSince(started);
    double best = first;
    double bestCpu = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e6;
    int calls = 1;
    while (calls < callsMax && millisSince(started) < budgetMillis) {
      long at = System.nanoTime();
      cpu = THREADS.getCurrentThreadCpuTime();
      result = work.get();
      best = Math.min(best, millisSince(at));
      bestCpu = Math.min(bestCpu, (THREADS.getCurrentThreadCpuTime() - cpu) / 1e6);
      calls++;
    }
    return new Timed<>(result, first, best, bestCpu, calls);
  }

  /// Processor time of this thread.
  static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }
}
