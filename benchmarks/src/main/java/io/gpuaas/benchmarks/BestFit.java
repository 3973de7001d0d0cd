package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.Pod;

/// The fullest node that fits, CPU and GPU weighing alike; a share goes to the fullest GPU.
final class BestFit implements OpenbPolicy {
  @Override
  public Choice assess(OpenbNode node, Pod pod) {
    double cpu = (node.freeCpu - pod.cpuMilli()) / 256_000.0;
    double gpu = (node.freeMilliTotal() - pod.milli()) / 16_000.0;
    long score = (long) (100 * (1 - cpu - gpu));
    return new Choice(score, pod.gpus() == 1 && pod.gpuMilli() < 1000 ? fullest(node, pod) : -1);
  }

  private static int fullest(OpenbNode node, Pod pod) {
    int best = -1;
    for (int i = 0; i < node.freeMilli.length; i++) {
      boolean fits = node.freeMilli[i] >= pod.gpuMilli();
      if (fits && (best < 0 || node.freeMilli[i] < node.freeMilli[best])) {
        best = i;
      }
    }
    return best;
  }
}
