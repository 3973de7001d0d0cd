package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.NodeSpec;
import io.gpuaas.benchmarks.OpenbTrace.Pod;
import java.util.Arrays;

/// What is free on one node of the openb experiment. Mutable.
final class OpenbNode {
  static final int PODS_MAX = 1001;
  final NodeSpec spec;
  final int[] freeMilli;
  long freeCpu;
  private long freeMemory;
  private int pods;
  int version;

  OpenbNode(NodeSpec spec) {
    this.spec = spec;
    freeMilli = new int[spec.gpus()];
    Arrays.fill(freeMilli, 1000);
    freeCpu = spec.cpuMilli();
    freeMemory = spec.memoryMib();
  }

  boolean fits(Pod pod) {
    return pod.cpuMilli() <= freeCpu
        && pod.memoryMib() <= freeMemory
        && pods < PODS_MAX
        && (pod.gpus() == 0 || (pod.allows(spec.model()) && fitsGpus(pod.gpus(), pod.gpuMilli())));
  }

  boolean fitsGpus(int gpus, int milli) {
    int fitting = 0;
    for (int free : freeMilli) {
      fitting += free >= milli ? 1 : 0;
    }
    return fitting >= gpus;
  }

  /// Takes the pod's CPU and memory, and its GPUs: the share from `device`, whole ones from the
  /// lowest free.
  void take(Pod pod, int device) {
    freeCpu -= pod.cpuMilli();
    freeMemory -= pod.memoryMib();
    pods++;
    version++;
    takeGpus(pod, device, 1);
  }

  private void takeGpus(Pod pod, int device, int sign) {
    if (device >= 0) {
      freeMilli[device] -= sign * pod.gpuMilli();
      return;
    }
    int left = pod.gpus();
    for (int i = 0; i < freeMilli.length && left > 0; i++) {
      if (freeMilli[i] >= pod.gpuMilli()) {
        freeMilli[i] -= pod.gpuMilli();
        left--;
      }
    }
  }

  /// The node as it would be; `device` -1 for whole GPUs and CPU-only pods.
  OpenbNode after(Pod pod, int device) {
    OpenbNode copy = new OpenbNode(spec);
    System.arraycopy(freeMilli, 0, copy.freeMilli, 0, freeMilli.length);
    copy.freeCpu = freeCpu - pod.cpuMilli();
    copy.freeMemory = freeMemory - pod.memoryMib();
    copy.takeGpus(pod, device, 1);
    return copy;
  }

  long freeMemory() {
    return freeMemory;
  }

  int freeMilliTotal() {
    int sum = 0;
    for (int free : freeMilli) {
      sum += free;
    }
    return sum;
  }
}
