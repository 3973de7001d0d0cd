package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.QuotaConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What must hold after each cycle, whatever the engine decided: no partial gang, nobody over
/// nominal + borrowing or over the cohort, no node or device given twice, no job evicted again and
/// again for the same claimant, every claimant started or told why not.
///
/// Something that was over before (a quota was cut, the document says so) may stay over, but must
/// not grow.
final class Invariants {
  private static final int IDLE_EVICTIONS_MAX = 1;

  private final SortedMap<NodeRef, Node> nodes;
  private final SortedMap<JobId, HeldWorkload> held;
  private final List<String> violations = new ArrayList<>();
  private final SortedMap<JobId, SortedSet<JobId>> unsettledClaims = new TreeMap<>();
  private final SortedMap<JobId, Integer> idleEvictions = new TreeMap<>();
  private final List<JobId> admitted = new ArrayList<>();
  private final RoomOracle room;
  private final SortedMap<JobId, HeldWorkload> counted;
  private QuotaOracle quota;

  /// @param nodes live view of the nodes
  /// @param held live view of what is held
  Invariants(
      QuotaConfig config, SortedMap<NodeRef, Node> nodes, SortedMap<JobId, HeldWorkload> held) {
    this.nodes = nodes;
    this.held = held;
    counted = new TreeMap<>(held);
    quota = new QuotaOracle(config, held.values());
    room = new RoomOracle(nodes, held.values());
  }

  /// Where the given workloads count.
  private SortedMap<String, Long> excess(List<HeldWorkload> touched) {
    SortedMap<String, Long> all = quota.excess(touched);
    all.putAll(room.excess(touched));
    return all;
  }

  boolean hold() {
    return violations.isEmpty();
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  void broken(String violation) {
    violations.add(violation);
  }

  void configured(QuotaConfig config) {
    quota = new QuotaOracle(config, counted.values());
    unsettledClaims.clear();
  }

  /// @param preempted for another job; a run that ended in any other way did run
  void released(JobId job, boolean preempted) {
    if (!preempted) {
      idleEvictions.remove(job);
    }
    HeldWorkload before = counted.remove(job);
    if (before != null) {
      quota.remove(before);
      room.remove(before);
    }
  }

  void admitted(JobId job) {
    admitted.add(job);
    unsettledClaims.remove(job);
  }

  /// A job may not be evicted again and again without having run at all.
  void preempted(HeldWorkload holding, JobId claimant, Instant now) {
    JobId victim = holding.workload().id();
    boolean idle = !now.isAfter(holding.admittedAt());
    unsettledClaims.computeIfAbsent(claimant, _ -> new TreeSet<>()).add(victim);
    int idleTimes = idle ? idleEvictions.getOrDefault(victim, 0) + 1 : 0;
    idleEvictions.put(victim, idleTimes);
    if (idleTimes > IDLE_EVICTIONS_MAX) {
      violations.add(
          "Job %s was evicted %d times in a row without having run, at last for %s."
              .formatted(victim, idleTimes, claimant));
    }
  }

  /// Called when the steps of a cycle have been applied.
  void check(Duration at) {
    List<HeldWorkload> added = new ArrayList<>();
    for (JobId job : admitted) {
      HeldWorkload holding = held.get(job);
      if (holding != null) {
        counted.put(job, holding);
        added.add(holding);
      }
    }
    admitted.clear();
    SortedMap<String, Long> before = excess(added);
    for (HeldWorkload holding : added) {
      checkGang(holding);
      quota.add(holding);
      room.add(holding);
    }
    for (Map.Entry<String, Long> entry : excess(added).entrySet()) {
      if (entry.getValue() > before.getOrDefault(entry.getKey(), 0L)) {
        violations.add("At %s %s is over by %d.".formatted(at, entry.getKey(), entry.getValue()));
      }
    }
  }

  private void checkGang(HeldWorkload holding) {
    JobId job = holding.workload().id();
    List<String> placed =
        holding.assignments().stream().map(PodSetAssignment::podSet).sorted().toList();
    List<String> wanted = holding.workload().podSets().stream().map(PodSet::name).sorted().toList();
    if (!placed.equals(wanted)) {
      violations.add(
          "Job %s was admitted with the pod sets %s of %s.".formatted(job, placed, wanted));
    }
    for (PodSetAssignment assignment : holding.assignments()) {
      for (PodSet podSet : holding.workload().podSets()) {
        if (podSet.name().equals(assignment.podSet())) {
          checkCount(job, podSet, assignment);
        }
      }
    }
  }

  private void checkCount(JobId job, PodSet podSet, PodSetAssignment assignment) {
    int count = assignment.count();
    if (count < podSet.minCount() || count > podSet.count()) {
      violations.add(
          "Job %s was admitted with %d pods of %s, %d to %d were asked for."
              .formatted(job, count, podSet.name(), podSet.minCount(), podSet.count()));
    }
    if (podSet.numa() == NumaWish.REQUIRED && podSet.device().isWhole()) {
      assignment.nodes().forEach(share -> checkNuma(job, podSet, share));
    }
    long placed = assignment.nodes().stream().mapToLong(PodSetAssignment.NodeShare::count).sum();
    if (!nodes.isEmpty() && placed != count) {
      violations.add(
          "Job %s was admitted with %d pods of %s, but %d have a node."
              .formatted(job, count, podSet.name(), placed));
    }
  }

  /// The GPUs of each pod lie on as few NUMA nodes as can hold so many.
  private void checkNuma(JobId job, PodSet podSet, PodSetAssignment.NodeShare share) {
    Node node = nodes.get(share.node());
    int gpus = (int) podSet.requests().of(Resources.GPU);
    String label = node == null ? null : node.labels().get(Node.NUMA_NODES);
    if (node == null || gpus == 0 || label == null) {
      return;
    }
    long each = Math.ceilDiv(node.capacity().of(Resources.GPU), Long.parseLong(label));
    for (int pod = 0; pod < share.count(); pod++) {
      List<Integer> own = share.devices().subList(pod * gpus, (pod + 1) * gpus);
      long used = own.stream().map(device -> device / each).distinct().count();
      if (used > Math.ceilDiv((long) gpus, each)) {
        violations.add("Job %s has GPUs %s on %s, not aligned.".formatted(job, own, share.node()));
      }
    }
  }

  /// At the end: whoever had others evicted has started or is listed with a reason.
  void checkClaims(SortedSet<JobId> over, SortedSet<JobId> listed) {
    for (JobId claimant : unsettledClaims.keySet()) {
      if (!over.contains(claimant) && !listed.contains(claimant)) {
        violations.add(
            "Jobs were evicted for %s, which neither started nor has a reason why not."
                .formatted(claimant));
      }
    }
  }
}
