package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.Pod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SplittableRandom;

/// A pod goes where it costs least of what a node would still be filled with: the GPU milli that
/// stay idle on the node after random offers from the expected mix, before minus after. Knows the
/// mix, as [FragmentationGradient] does, never the future; refuses nothing that fits.
///
/// Experimental: it lives beside the benchmark, not in the engine.
final class ExpectedFill implements OpenbPolicy {
  private static final int SEQUENCES = 20;
  private static final int OFFERS = 70;
  private static final double STEP_MILLI = 50;
  private static final int FULL_SCORE = 1000;

  private final Pod[][] offers = new Pod[SEQUENCES][OFFERS];
  private final Map<State, Double> known = new HashMap<>();
  private final BestFit bestFit = new BestFit();

  /// What decides how a node can be filled up.
  private record State(String model, long cpu, long memory, List<Integer> freeMilli) {}

  ExpectedFill(OpenbTrace trace) {
    List<Pod> gpuPods = trace.pods().stream().filter(pod -> pod.gpus() > 0).toList();
    SplittableRandom random = new SplittableRandom(1);
    for (Pod[] sequence : offers) {
      for (int i = 0; i < OFFERS; i++) {
        sequence[i] = gpuPods.get(random.nextInt(gpuPods.size()));
      }
    }
  }

  @Override
  public Choice assess(OpenbNode node, Pod pod) {
    double before = idle(node);
    Choice tie = bestFit.assess(node, pod);
    if (tie.device() < 0) {
      double after = idle(node.after(pod, -1));
      return new Choice(score(before - after, tie.score()), -1);
    }
    Choice best = new Choice(Long.MIN_VALUE, -1);
    SequencedMap<Integer, Integer> deviceByFree = new LinkedHashMap<>();
    for (int device = 0; device < node.freeMilli.length; device++) {
      if (node.freeMilli[device] >= pod.gpuMilli()) {
        deviceByFree.putIfAbsent(node.freeMilli[device], device);
      }
    }
    for (Map.Entry<Integer, Integer> entry : deviceByFree.entrySet()) {
      double after = idle(node.after(pod, entry.getValue()));
      long fullness = (long) FULL_SCORE - entry.getKey();
      long score = score(before - after, tie.score()) * FULL_SCORE + fullness;
      best = score > best.score() ? new Choice(score, entry.getValue()) : best;
    }
    return new Choice(Math.floorDiv(best.score(), FULL_SCORE), best.device());
  }

  private static long score(double gained, long tie) {
    return (long) Math.rint(gained / STEP_MILLI) * FULL_SCORE + tie;
  }

  /// Mean GPU milli that stay idle on the node after the offers.
  private double idle(OpenbNode node) {
    Integer[] sorted = Arrays.stream(node.freeMilli).boxed().toArray(Integer[]::new);
    Arrays.sort(sorted);
    State state = new State(node.spec.model(), node.freeCpu, node.freeMemory(), List.of(sorted));
    return known.computeIfAbsent(state, this::simulate);
  }

  private double simulate(State state) {
    List<Integer> idle = new ArrayList<>();
    int[] free = new int[state.freeMilli().size()];
    for (Pod[] sequence : offers) {
      for (int i = 0; i < free.length; i++) {
        free[i] = state.freeMilli().get(i);
      }
      idle.add(fill(state, free, sequence));
    }
    return idle.stream().mapToInt(Integer::intValue).average().orElse(0);
  }

  private static int fill(State state, int[] free, Pod[] sequence) {
    long cpu = state.cpu();
    long memory = state.memory();
    for (Pod pod : sequence) {
      boolean offered =
          pod.cpuMilli() <= cpu && pod.memoryMib() <= memory && pod.allows(state.model());
      if (offered && take(free, pod)) {
        cpu -= pod.cpuMilli();
        memory -= pod.memoryMib();
      }
    }
    return Arrays.stream(free).sum();
  }

  private static boolean take(int[] free, Pod pod) {
    if (pod.gpus() == 1) {
      int best = -1;
      for (int i = 0; i < free.length; i++) {
        if (free[i] >= pod.gpuMilli() && (best < 0 || free[i] < free[best])) {
          best = i;
        }
      }
      if (best >= 0) {
        free[best] -= pod.gpuMilli();
      }
      return best >= 0;
    }
    int whole = 0;
    for (int milli : free) {
      whole += milli >= pod.gpuMilli() ? 1 : 0;
    }
    if (whole < pod.gpus()) {
      return false;
    }
    int left = pod.gpus();
    for (int i = 0; i < free.length && left > 0; i++) {
      if (free[i] >= pod.gpuMilli()) {
        free[i] -= pod.gpuMilli();
        left--;
      }
    }
    return true;
  }
}
