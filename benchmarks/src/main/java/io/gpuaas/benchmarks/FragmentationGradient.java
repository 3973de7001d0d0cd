package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbTrace.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Fragmentation Gradient Descent: a pod goes where the idle GPU milli that a typical pod could not
/// use grow least.
///
/// @see <a href="https://www.usenix.org/conference/atc23/presentation/weng">Weng et al., Beware of
///   Fragmentation, USENIX ATC 2023</a>
final class FragmentationGradient implements OpenbPolicy {
  private static final int LACK_BOTH = 0;
  private static final int LACK_GPU = 1;
  private static final int SATISFIED = 2;
  private static final int LACK_CPU = 3;
  private static final int CPU_ONLY_FITS = 4;
  private static final int CPU_ONLY_LACKS = 5;
  private static final int NO_ACCESS = 6;

  private final List<Pod> typical = new ArrayList<>();
  private final List<Double> weights = new ArrayList<>();

  /// What two pods have in common that count as one kind.
  private record Kind(long cpuMilli, int gpuMilli, int gpus, String models) {
    static Kind of(Pod pod) {
      return new Kind(pod.cpuMilli(), pod.gpuMilli(), pod.gpus(), String.join("|", pod.models()));
    }
  }

  /// The most frequent kinds that make up 95 % of the pods are the typical ones. Their weights are
  /// divided by the part that they make up, not by their sum: the last bit of a weight can decide.
  FragmentationGradient(OpenbTrace trace) {
    SequencedMap<Kind, List<Pod>> kinds = new LinkedHashMap<>();
    trace
        .pods()
        .forEach(pod -> kinds.computeIfAbsent(Kind.of(pod), _ -> new ArrayList<>()).add(pod));
    List<Map.Entry<Kind, List<Pod>>> byCount = new ArrayList<>(kinds.entrySet());
    byCount.sort(
        Comparator.<Map.Entry<Kind, List<Pod>>>comparingInt(it -> -it.getValue().size())
            .thenComparingLong(it -> -it.getKey().cpuMilli())
            .thenComparingInt(it -> -it.getKey().gpuMilli())
            .thenComparingInt(it -> -it.getKey().gpus())
            .thenComparing(it -> it.getKey().models(), Comparator.reverseOrder()));
    long covered = 0;
    for (Map.Entry<Kind, List<Pod>> entry : byCount) {
      if (covered * 100 >= 95L * trace.pods().size()) {
        break;
      }
      covered += entry.getValue().size();
      typical.add(entry.getValue().getFirst());
      weights.add((double) entry.getValue().size() / trace.pods().size());
    }
    double part = (double) covered / trace.pods().size();
    weights.replaceAll(weight -> weight / part);
  }

  /// Fragmented GPU milli of the node. Added up by kind of lack, in this order: the scores are cut
  /// off to whole numbers, so that the last bit of a sum can decide.
  double fragments(OpenbNode node) {
    double[] byLack = new double[7];
    int total = node.freeMilliTotal();
    for (int i = 0; i < typical.size(); i++) {
      Pod pod = typical.get(i);
      double weight = weights.get(i);
      int lack = lack(node, pod);
      if (lack == SATISFIED) {
        int small = 0;
        for (int free : node.freeMilli) {
          small += free < pod.gpuMilli() ? free : 0;
        }
        byLack[LACK_GPU] += weight * small;
      } else {
        byLack[lack] += weight * total;
      }
    }
    double sum = 0;
    for (int lack = 0; lack < byLack.length; lack++) {
      sum += lack == SATISFIED ? 0 : byLack[lack];
    }
    return sum;
  }

  private static int lack(OpenbNode node, Pod pod) {
    boolean cpu = node.freeCpu >= pod.cpuMilli();
    if (pod.gpus() == 0) {
      return cpu ? CPU_ONLY_FITS : CPU_ONLY_LACKS;
    }
    if (!pod.allows(node.spec.model())) {
      return NO_ACCESS;
    }
    if (node.fitsGpus(pod.gpus(), pod.gpuMilli())) {
      return cpu ? SATISFIED : LACK_CPU;
    }
    return cpu ? LACK_GPU : LACK_BOTH;
  }

  @Override
  public Choice assess(OpenbNode node, Pod pod) {
    double before = fragments(node);
    if (pod.gpus() != 1 || pod.gpuMilli() == 1000) {
      return new Choice(score(before, fragments(node.after(pod, -1))), -1);
    }
    Choice best = new Choice(-1, -1);
    for (int device = 0; device < node.freeMilli.length; device++) {
      if (node.freeMilli[device] >= pod.gpuMilli()) {
        long score = score(before, fragments(node.after(pod, device)));
        best = score > best.score() ? new Choice(score, device) : best;
      }
    }
    return best;
  }

  private static long score(double before, double after) {
    return (long) (100 / (1 + Math.exp(-(before - after) / 1000)));
  }
}
