package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.OpenbPolicy.Choice;
import io.gpuaas.benchmarks.OpenbTrace.Pod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Places a pod on the node with the highest score of a published policy.
final class ScoredPlacer implements OpenbPlacer {
  private final OpenbTrace trace;
  private final OpenbPolicy policy;
  private final List<OpenbNode> nodes = new ArrayList<>();
  private final int[] nodesByRank;
  private final int[] kindOf;
  private final List<Choice[]> choices = new ArrayList<>();
  private final List<int[]> versions = new ArrayList<>();

  ScoredPlacer(OpenbTrace trace, OpenbTrace.Order order, OpenbPolicy policy) {
    this.trace = trace;
    this.policy = policy;
    trace.nodes().forEach(spec -> nodes.add(new OpenbNode(spec)));
    nodesByRank = order.nodesByRank();
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
        Arrays.fill(unseen, -1);
        versions.add(unseen);
      }
      kinds[i] = kind;
    }
    return kinds;
  }

  @Override
  public boolean place(int number) {
    Pod pod = trace.pods().get(number);
    Choice[] known = choices.get(kindOf[number]);
    int[] seen = versions.get(kindOf[number]);
    int best = -1;
    for (int at : nodesByRank) {
      OpenbNode node = nodes.get(at);
      if (seen[at] != node.version) {
        seen[at] = node.version;
        known[at] = node.fits(pod) ? policy.assess(node, pod) : null;
      }
      if (known[at] != null && (best < 0 || known[at].score() > known[best].score())) {
        best = at;
      }
    }
    if (best < 0) {
      return false;
    }
    nodes.get(best).take(pod, known[best].device());
    return true;
  }

  @Override
  public boolean fits(Pod pod) {
    return nodes.stream().anyMatch(node -> node.fits(pod));
  }
}
