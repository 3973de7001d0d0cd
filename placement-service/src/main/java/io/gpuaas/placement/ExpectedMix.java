package io.gpuaas.placement;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// What kinds of pods are expected, learnt from those that have arrived: what a placement of least
/// fragmentation keeps room for. Says how often each comes compared with the others, not when.
///
/// @param kinds the most frequent first, no two of one pod
public record ExpectedMix(List<Kind> kinds) {
  public static final ExpectedMix NONE = new ExpectedMix(List.of());

  /// More kinds than this are not told apart from chance, and cost time with each decision.
  public static final int KINDS_MAX = 500;

  /// Equal pods.
  ///
  /// @param pod what one pod asks for and where it may run; its name, count, topology and group say
  ///   nothing
  /// @param pods how many have arrived
  public record Kind(PodSet pod, long pods) {
    public Kind {
      if (pods < 1) {
        throw new IllegalArgumentException("pods (%d) must be at least 1.".formatted(pods));
      }
    }
  }

  public ExpectedMix {
    kinds = List.copyOf(kinds);
  }

  /// The mix of these jobs.
  public static ExpectedMix of(Collection<Workload> arrived) {
    SequencedMap<PodSet, Long> pods = new LinkedHashMap<>();
    for (Workload workload : arrived) {
      count(workload.podSets(), pods);
    }
    return ofCounts(pods);
  }

  /// Adds the pods of the pod sets to `counts`, by kind.
  public static void count(List<PodSet> podSets, Map<PodSet, Long> counts) {
    count(podSets, 1, counts);
  }

  /// Adds the pods of so many jobs with these pod sets.
  public static void count(List<PodSet> podSets, long jobs, Map<PodSet, Long> counts) {
    for (PodSet set : podSets) {
      counts.merge(kindOf(set), set.count() * jobs, Long::sum);
    }
  }

  /// Pods by kind, as [#count] has counted them.
  public static ExpectedMix ofCounts(Map<PodSet, Long> pods) {
    List<Kind> kinds = new ArrayList<>();
    pods.forEach((pod, number) -> kinds.add(new Kind(pod, number)));
    kinds.sort(
        Comparator.comparingLong((Kind it) -> -it.pods()).thenComparing(it -> it.pod().toString()));
    return new ExpectedMix(kinds.subList(0, Math.min(KINDS_MAX, kinds.size())));
  }

  private static PodSet kindOf(PodSet set) {
    return new PodSet(
        "",
        1,
        1,
        set.requests(),
        set.device(),
        set.nodeSelector(),
        set.nodeAffinity(),
        set.tolerations(),
        null,
        "");
  }
}
