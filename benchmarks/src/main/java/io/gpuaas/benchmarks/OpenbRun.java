package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbPolicy.Choice;
import io.gpuaas.benchmarks.OpenbTrace.Pod;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// One run of the experiment: pods arrive one at a time and are placed at once or refused for ever.
final class OpenbRun {
  private final OpenbTrace trace;
  private final OpenbTrace.Order order;
  private final OpenbPolicy policy;
  private final List<OpenbNode> nodes = new ArrayList<>();
  private final int[] nodesByRank;
  private final int[] kindOf;
  private final List<Choice[]> choices = new ArrayList<>();
  private final List<int[]> versions = new ArrayList<>();
  private final double[] sumByLoad = new double[200];
  private final int[] rowsByLoad = new int[200];
  int cpuPodsRefused;
  int gpuPodsRefused;
  int fittingPodsRefused;
  long decisions;
  long decisionNanos;

  OpenbRun(OpenbTrace trace, OpenbTrace.Order order, OpenbPolicy policy) {
    this.trace = trace;
    this.order = order;
    this.policy = policy;
    trace.nodes().forEach(spec -> nodes.add(new OpenbNode(spec)));
    nodesByRank = new int[nodes.size()];
    for (int i = 0; i < nodes.size(); i++) {
      nodesByRank[order.nodeRanks().get(i)] = i;
    }
    kindOf = kinds();
  }

  /// Pods that ask for the same share what is known of the nodes.
  private int[] kinds() {
    int[] kinds = new int[trace.pods().size()];
    List<Pod> known = new ArrayList<>();
    for (int i = 0; i < kinds.length; i++) {
      Pod pod = trace.pods().get(i);
      Pod nameless =
          new Pod("", pod.cpuMilli(), pod.memoryMib(), pod.gpus(), pod.gpuMilli(), pod.models());
      int kind = known.indexOf(nameless);
      if (kind < 0) {
        kind = known.size();
        known.add(nameless);
        choices.add(new Choice[nodes.size()]);
        int[] unseen = new int[nodes.size()];
        java.util.Arrays.fill(unseen, -1);
        versions.add(unseen);
      }
      kinds[i] = kind;
    }
    return kinds;
  }

  void play() {
    long capacity = trace.capacityMilli();
    long arrived = 0;
    long placed = 0;
    for (int number : order.pods()) {
      Pod pod = trace.pods().get(number);
      arrived += pod.milli();
      long started = System.nanoTime();
      boolean fits = place(pod, kindOf[number]);
      decisionNanos += System.nanoTime() - started;
      decisions++;
      placed += fits ? pod.milli() : 0;
      fittingPodsRefused += !fits && nodes.stream().anyMatch(node -> node.fits(pod)) ? 1 : 0;
      gpuPodsRefused += !fits && pod.gpus() > 0 ? 1 : 0;
      cpuPodsRefused += !fits && pod.gpus() == 0 ? 1 : 0;
      note(100.0 * arrived / capacity, 100.0 * placed / capacity);
    }
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

  private boolean place(Pod pod, int kind) {
    Choice[] known = choices.get(kind);
    int[] seen = versions.get(kind);
    int best = -1;
    for (int number : nodesByRank) {
      OpenbNode node = nodes.get(number);
      if (seen[number] != node.version) {
        seen[number] = node.version;
        known[number] = node.fits(pod) ? policy.assess(node, pod) : null;
      }
      if (known[number] != null && (best < 0 || known[number].score() > known[best].score())) {
        best = number;
      }
    }
    if (best < 0) {
      return false;
    }
    nodes.get(best).take(pod, known[best].device());
    return true;
  }
}
