package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.internal.follow.ClaimFacts;
import io.gpuaas.cluster.internal.follow.NodeFacts;
import io.gpuaas.cluster.internal.follow.StrangerPod;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.placement.ForeignPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/// Pods of others on a cluster: the room they take, and who of them uses GPUs. Safe for threads.
final class StrangerBook {
  /// So long whoever counts them may be away without missing one that came and went.
  private static final Duration ENDS_KEPT = Duration.ofHours(1);

  private final TreeMap<String, StrangerPod> here = new TreeMap<>();
  private final TreeMap<String, Ended> ended = new TreeMap<>();
  private final TreeMap<String, ClaimFacts> claims = new TreeMap<>();

  /// GPUs by claim, by the pod that has it.
  private final TreeMap<String, TreeMap<String, Long>> claimed = new TreeMap<>();

  private record Ended(StrangerPod pod, Instant at) {}

  synchronized void see(StrangerPod pod) {
    here.put(pod.uid(), pod);
  }

  /// @param at when it let go of its room; null when nobody saw that
  synchronized void lose(String uid, @Nullable Instant at) {
    StrangerPod pod = here.remove(uid);
    if (pod != null && pod.user() != null && at != null) {
      ended.put(uid, new Ended(claiming(pod), at));
    }
  }

  /// Pods of ours have claims as well; they are no strangers, and count by their runs.
  synchronized void seeClaim(ClaimFacts claim) {
    forget(claims.put(claim.uid(), claim));
    claim
        .pods()
        .forEach(
            pod ->
                claimed.computeIfAbsent(pod, _ -> new TreeMap<>()).put(claim.uid(), claim.gpus()));
  }

  /// What its pods had of it counts as long as they are here.
  synchronized void loseClaim(String uid) {
    ClaimFacts claim = claims.remove(uid);
    forget(claim);
    if (claim != null) {
      claim
          .pods()
          .forEach(pod -> here.computeIfPresent(pod, (_, it) -> it.withClaimed(claim.gpus())));
    }
  }

  private void forget(@Nullable ClaimFacts claim) {
    if (claim != null) {
      for (String pod : claim.pods()) {
        claimed.computeIfPresent(
            pod,
            (_, gpus) -> {
              gpus.remove(claim.uid());
              return gpus.isEmpty() ? null : gpus;
            });
      }
    }
  }

  private StrangerPod claiming(StrangerPod pod) {
    TreeMap<String, Long> gpus = claimed.get(pod.uid());
    return gpus == null
        ? pod
        : pod.withClaimed(gpus.values().stream().mapToLong(Long::longValue).sum());
  }

  /// Nodes with the room that strangers leave on them.
  List<NodeFacts> leave(List<NodeFacts> nodes) {
    SortedMap<String, ResourceAmounts> held = held();
    List<NodeFacts> rest = new ArrayList<>();
    for (NodeFacts facts : nodes) {
      ResourceAmounts taken = held.get(facts.node().ref().name());
      rest.add(taken == null ? facts : facts.without(taken));
    }
    return rest;
  }

  private synchronized SortedMap<String, ResourceAmounts> held() {
    TreeMap<String, ResourceAmounts> held = new TreeMap<>();
    here.values()
        .forEach(pod -> held.merge(pod.node(), claiming(pod).holds(), ResourceAmounts::plus));
    return held;
  }

  /// Those with GPUs on these nodes, and those that ended lately, by uid.
  ///
  /// @param project who pays for a namespace and a queue
  List<ForeignPod> users(List<NodeFacts> nodes, BinaryOperator<String> project, Instant now) {
    TreeMap<String, NodeFacts> byName = new TreeMap<>();
    nodes.forEach(facts -> byName.put(facts.node().ref().name(), facts));
    List<ForeignPod> users = new ArrayList<>();
    endedOrHere(now)
        .forEach(
            (_, one) -> {
              NodeFacts facts = byName.get(one.pod().node());
              if (facts != null && one.pod().milliGpus(facts) > 0) {
                users.add(user(one, facts, project));
              }
            });
    return users;
  }

  private record Sight(StrangerPod pod, StrangerPod.GpuUser user, @Nullable Instant endedAt) {}

  private synchronized SortedMap<String, Sight> endedOrHere(Instant now) {
    ended.values().removeIf(one -> one.at().isBefore(now.minus(ENDS_KEPT)));
    TreeMap<String, Sight> all = new TreeMap<>();
    ended.forEach((uid, one) -> add(all, one.pod(), one.at()));
    here.values().forEach(pod -> add(all, claiming(pod), null));
    return all;
  }

  private static void add(
      SortedMap<String, Sight> all, StrangerPod pod, @Nullable Instant endedAt) {
    if (pod.user() != null) {
      all.put(pod.uid(), new Sight(pod, pod.user(), endedAt));
    }
  }

  private static ForeignPod user(Sight sight, NodeFacts facts, BinaryOperator<String> project) {
    NodeRef node = facts.node().ref();
    StrangerPod.GpuUser user = sight.user();
    return new ForeignPod(
        sight.pod().uid(),
        node,
        user.namespace(),
        user.name(),
        user.workload(),
        user.queue(),
        project.apply(user.namespace(), user.queue()),
        sight.pod().milliGpus(facts),
        user.boundAt(),
        user.startedAt(),
        sight.endedAt());
  }
}
