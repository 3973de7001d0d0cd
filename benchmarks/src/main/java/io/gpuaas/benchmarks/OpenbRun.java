package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.Pod;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// One run of the experiment: pods arrive one at a time and are placed at once or refused for ever.
final class OpenbRun {
  private final OpenbTrace trace;
  private final OpenbTrace.Order order;
  private final OpenbPlacer placer;
  private final double[] sumByLoad = new double[200];
  private final int[] rowsByLoad = new int[200];
  int cpuPodsRefused;
  int gpuPodsRefused;
  int fittingPodsRefused;
  long decisions;
  long decisionNanos;

  /// Processor time of the run, the checks of what was decided included.
  long cpuNanos;

  OpenbRun(OpenbTrace trace, OpenbTrace.Order order, OpenbPlacer placer) {
    this.trace = trace;
    this.order = order;
    this.placer = placer;
  }

  void play() {
    long capacity = trace.capacityMilli();
    long arrived = 0;
    long placed = 0;
    long cpu = Stopwatch.cpuNanos();
    for (int number : order.pods()) {
      Pod pod = trace.pods().get(number);
      arrived += pod.milli();
      long started = System.nanoTime();
      boolean fits = placer.place(number);
      decisionNanos += System.nanoTime() - started;
      decisions++;
      placed += fits ? pod.milli() : 0;
      fittingPodsRefused += !fits && placer.fits(pod) ? 1 : 0;
      gpuPodsRefused += !fits && pod.gpus() > 0 ? 1 : 0;
      cpuPodsRefused += !fits && pod.gpus() == 0 ? 1 : 0;
      note(100.0 * arrived / capacity, 100.0 * placed / capacity);
    }
    cpuNanos = Stopwatch.cpuNanos() - cpu;
  }

  private void note(double loadPercent, double allocatedPercent) {
    int load = BigDecimal.valueOf(loadPercent).setScale(0, RoundingMode.HALF_EVEN).intValue();
    sumByLoad[load] += Math.rint(allocatedPercent * 100) / 100;
    rowsByLoad[load]++;
  }

  /// Mean allocation in percent at the arrival load, over the rows nearest to it.
  double allocationAt(int load) {
    if (rowsByLoad[load] > 0) {
      return sumByLoad[load] / rowsByLoad[load];
    }
    double sum = sumByLoad[load - 1] + sumByLoad[load + 1];
    return sum / (rowsByLoad[load - 1] + rowsByLoad[load + 1]);
  }
}
